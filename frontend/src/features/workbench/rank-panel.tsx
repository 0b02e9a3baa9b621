/** Configurations by their rating over all workloads. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "@/api/context";
import { rankingQuery } from "@/api/rankings";
import { rank } from "@/charts/rank/definition";
import type { RankData } from "@/charts/rank/option";
import { ratedBars } from "@/charts/rank/rated-bars";
import { workbench } from "@/messages/workbench";
import type { PanelProps } from "./panel-context";
import { PanelFigure } from "./panel-figure";
import { NothingToDraw, PanelFailed, PanelWaiting } from "./panel-frame";
import { panelTitle } from "./panel-words";

const words = workbench.panels;

const runsOf = ({ shown }: PanelProps["context"]): string[] =>
  shown.flatMap(({ runs }) => runs.map(({ number }) => number));

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
