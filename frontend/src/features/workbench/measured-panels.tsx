/** Panels of measurements: sweeps, bars, rate against latency, load curves, runs by date, and the values as a table. */
import { useMemo } from "react";
import { axisSweep } from "@/charts/axis-sweep/definition";
import { bars } from "@/charts/bars/definition";
import type { ChartDefinition } from "@/charts/definition";
import { latest } from "@/charts/latest-usual/definition";
import { loadCurve } from "@/charts/load-curve/definition";
import { nightMap } from "@/charts/night-map/definition";
import { nightVerdicts } from "@/charts/night-verdicts/definition";
import { nightly } from "@/charts/nightly/definition";
import { latestFigure, nightlyFigure, nightMapFigure, verdictsFigure } from "@/charts/nights/figures";
import { queueDepth } from "@/charts/queue-depth/definition";
import { rateLatency } from "@/charts/rate-latency/definition";
import { Readings } from "@/charts/readings";
import { ofResults, type ResultPanel } from "@/charts/workbench/document";
import {
  barsFigure,
  depthFigure,
  type Figure,
  loadFigure,
  scatterFigure,
  sweepFigure,
  valuesFigure,
} from "@/charts/workbench/figures";
import type { PanelProps } from "./panel-context";
import { PanelFigure } from "./panel-figure";
import { NothingToDraw, PanelFrame } from "./panel-frame";
import classes from "./workbench.module.css";

export function MeasuredPanel(props: PanelProps) {
  switch (props.panel.chart) {
    case "queue_depth":
      return <ChartPanel {...props} definition={queueDepth} figureOf={depthFigure} />;
    case "scatter":
      return <ChartPanel {...props} definition={rateLatency} figureOf={scatterFigure} />;
    case "load_curve":
      return <ChartPanel {...props} definition={loadCurve} figureOf={loadFigure} />;
    case "sweep":
      return <ChartPanel {...props} definition={axisSweep} figureOf={sweepFigure} />;
    case "nightly":
      return <ChartPanel {...props} definition={nightly} figureOf={nightlyFigure} />;
    case "latest":
      return <ChartPanel {...props} definition={latest} figureOf={latestFigure} />;
    case "night_map":
      return <ChartPanel {...props} definition={nightMap} figureOf={nightMapFigure} />;
    case "verdicts":
      return <ChartPanel {...props} definition={nightVerdicts} figureOf={verdictsFigure} hasLegend />;
    case "table":
      return <TablePanel {...props} />;
    default:
      return <ChartPanel {...props} definition={bars} figureOf={barsFigure} />;
  }
}

interface ChartPanelProps<Data> extends PanelProps {
  definition: ChartDefinition<Data>;
  figureOf: (panel: ResultPanel, context: PanelProps["context"]) => Figure<Data>;
  /** True if its parts are not the entries that the rail names. */
  hasLegend?: boolean;
}

function ChartPanel<Data>({ definition, figureOf, ...props }: ChartPanelProps<Data>) {
  const { panel, context } = props;
  const figure = useMemo(() => figureOf(ofResults(panel), context), [figureOf, panel, context]);
  if ("reason" in figure) return <NothingToDraw {...props} {...figure} />;
  return <PanelFigure {...props} definition={definition} {...figure} />;
}

function TablePanel(props: PanelProps) {
  const { panel, acts, context } = props;
  const figure = useMemo(() => valuesFigure(ofResults(panel), context), [panel, context]);
  if ("reason" in figure) return <NothingToDraw {...props} reason={figure.reason} />;
  return (
    <PanelFrame panel={panel} acts={acts} subtitle={figure.subtitle}>
      <div className={classes.table}>
        <Readings table={figure.data} />
      </div>
    </PanelFrame>
  );
}
