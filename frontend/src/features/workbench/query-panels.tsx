/** Panels that the lab computes: a map over two factors, and the rating over all workloads. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "@/api/context";
import { pivotQuery } from "@/api/pivot";
import { rankingQuery } from "@/api/rankings";
import type { FactorBarsData } from "@/charts/factor-bars/option";
import { factorMap } from "@/charts/factor-map/definition";
import { rank } from "@/charts/rank/definition";
import type { RankData } from "@/charts/rank/option";
import { ratedBars } from "@/charts/rank/rated-bars";
import { METRICS } from "@/lib/metrics";
import { workbench } from "@/messages/workbench";
import { mapPanel } from "./heat-map";
import type { PanelProps } from "./panel-context";
import { PanelFigure } from "./panel-figure";
import { NothingToDraw, PanelFailed, PanelWaiting } from "./panel-frame";
import { panelTitle } from "./panel-words";

const words = workbench.panels;
const WORKLOAD = "workload.name";

const runsOf = ({ shown }: PanelProps["context"]): string[] =>
  shown.flatMap(({ runs }) => runs.map(({ number }) => number));

export function HeatMapPanel(props: PanelProps) {
  const { panel, context } = props;
  const runs = runsOf(context);
  const [rows, columns] = panel.factors.length === 2 ? panel.factors : (context.facts.factors ?? []);
  const isChosen = rows !== undefined && columns !== undefined;
  const { data, error, refetch } = useQuery({
    ...pivotQuery(useApi(), {
      runs,
      fixed: [],
      metric: panel.metric,
      ...(isChosen ? { rows, columns, panel: WORKLOAD } : {}),
    }),
    enabled: isChosen && runs.length > 0,
  });
  const workload = data && mapPanel(data, panel.workload);
  const map = useMemo((): FactorBarsData | null => {
    if (!data || workload === undefined) return null;
    const cells = data.cells.filter((cell) => cell.panel === workload);
    const { row_label, column_label } = data.choice;
    return {
      metric: panel.metric,
      rowLabel: row_label,
      columnLabel: column_label,
      rows: data.rows,
      columns: data.columns,
      cells,
    };
  }, [data, workload, panel.metric]);
  if (context.shown.length === 0) return <NothingToDraw {...props} reason={words.allHidden} />;
  if (!isChosen) return <NothingToDraw {...props} reason={words.noFactors} />;
  if (error && !data) return <PanelFailed {...props} error={error} retry={() => void refetch()} />;
  if (!data) return <PanelWaiting {...props} />;
  if (!map) {
    const { label } = METRICS[panel.metric];
    return (
      <NothingToDraw
        {...props}
        reason={panel.workload === null ? words.noMetric(label) : words.noWorkload(panel.workload)}
      />
    );
  }
  return (
    <PanelFigure
      {...props}
      definition={factorMap}
      data={map}
      title={words.mapOf(map.rowLabel ?? rows, map.columnLabel ?? columns)}
      subtitle={[workload, METRICS[panel.metric].label].filter(Boolean).join(", ")}
    />
  );
}

export function RankPanel(props: PanelProps) {
  const { context } = props;
  const { shown } = context;
  const runs = runsOf(context);
  const reference = shown.find(({ isBaseline }) => isBaseline)?.configuration?.number;
  const { data, error, refetch } = useQuery({
    ...rankingQuery(useApi(), { runs, all: true, ...(reference === undefined ? {} : { reference }) }),
    enabled: shown.length > 1,
  });
  const ranked = useMemo((): RankData | null => {
    if (!data) return null;
    const rated = ratedBars(data);
    const labelOf = (number: string) => shown.filter(({ configuration }) => configuration?.number === number);
    return {
      ...rated,
      bars: rated.bars.map((bar) => {
        const [only, ...others] = labelOf(bar.number);
        return only && others.length === 0 ? { ...bar, name: only.name } : bar;
      }),
    };
  }, [data, shown]);
  if (shown.length < 2) return <NothingToDraw {...props} reason={words.oneToRank} />;
  if (error && !data) return <PanelFailed {...props} error={error} retry={() => void refetch()} />;
  if (!ranked || !data) return <PanelWaiting {...props} />;
  if (ranked.bars.length === 0) {
    return <NothingToDraw {...props} reason={data.left_out[0]?.reason ?? words.noRating} />;
  }
  return (
    <PanelFigure
      {...props}
      definition={rank}
      data={ranked}
      title={panelTitle(props.panel)}
      subtitle={words.ratingOf(data.workloads.length)}
    />
  );
}
