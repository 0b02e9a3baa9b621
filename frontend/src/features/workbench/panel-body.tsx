/** Drawing of a panel by its kind; loaded separately from the page because it includes ECharts. */
import { type ComponentType, useMemo } from "react";
import { FIGURES } from "@/charts/figures";
import { Readings } from "@/charts/readings";
import type { PanelFigure as KindFigure } from "@/charts/workbench/contract";
import { ofResults } from "@/charts/workbench/document";
import { HeatMapPanel } from "./heat-map-panel";
import type { PanelProps } from "./panel-context";
import { PanelFigure } from "./panel-figure";
import { NothingToDraw, PanelFrame } from "./panel-frame";
import { PercentilesPanel } from "./percentiles-panel";
import { RankPanel } from "./rank-panel";
import { TimePanel } from "./time-panel";
import classes from "./workbench.module.css";

/** Panels that request what they are drawn from. */
const REQUESTED: Readonly<Record<Extract<KindFigure, { freeze: unknown }>["from"], ComponentType<PanelProps>>> = {
  curves: TimePanel,
  distributions: PercentilesPanel,
  factors: HeatMapPanel,
  ratings: RankPanel,
};

export function PanelBody(props: PanelProps) {
  const kind = FIGURES[props.panel.chart];
  if ("freeze" in kind) {
    const Body = REQUESTED[kind.from];
    return <Body {...props} />;
  }
  return kind.from === "values" ? <TablePanel {...props} {...kind} /> : <ChartPanel {...props} {...kind} />;
}

function ChartPanel({ figureOf, ...props }: PanelProps & Extract<KindFigure, { from: "measurements" }>) {
  const { panel, context } = props;
  const figure = useMemo(() => figureOf(ofResults(panel), context), [figureOf, panel, context]);
  if ("reason" in figure) return <NothingToDraw {...props} {...figure} />;
  return <PanelFigure {...props} {...figure} />;
}

function TablePanel({ figureOf, ...props }: PanelProps & Extract<KindFigure, { from: "values" }>) {
  const { panel, acts, context } = props;
  const figure = useMemo(() => figureOf(ofResults(panel), context), [figureOf, panel, context]);
  if ("reason" in figure) return <NothingToDraw {...props} reason={figure.reason} />;
  return (
    <PanelFrame panel={panel} acts={acts} subtitle={figure.subtitle}>
      <div className={classes.table}>
        <Readings table={figure.data} />
      </div>
    </PanelFrame>
  );
}
