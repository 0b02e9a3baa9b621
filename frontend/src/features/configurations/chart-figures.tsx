/** The charts of configurations; loaded apart from the pages because ECharts comes with them. */
import type { ReactNode } from "react";
import type { Measurements } from "@/api/types";
import { ChartFigure } from "@/charts/chart-figure";
import { ofHeight } from "@/charts/definition";
import { history } from "@/charts/history/definition";
import type { HistoryData } from "@/charts/history/option";
import { pairBars } from "@/charts/pair-bars/definition";
import type { PairBarsData } from "@/charts/pair-bars/option";
import type { PercentilesData } from "@/charts/percentiles/curves";
import { percentiles } from "@/charts/percentiles/definition";
import { DEPTH_LATENCY } from "@/charts/queue-depth/curves";
import { queueDepth } from "@/charts/queue-depth/definition";
import { diff as words } from "@/messages/configurations";
import { CHART_HEIGHTS } from "./chart-heights";

// One line needs no legend, and the marks have their own labels.
const historyChart = { ...ofHeight(history, CHART_HEIGHTS.history), legend: () => [] };
const depthChart = ofHeight(queueDepth, CHART_HEIGHTS.depths);
const percentilesChart = ofHeight(percentiles, CHART_HEIGHTS.percentiles);

export interface HistoryFigureProps {
  fileName: string;
  title: string;
  subtitle: string;
  data: HistoryData;
  control: ReactNode;
}

export function HistoryFigure(props: HistoryFigureProps) {
  return <ChartFigure definition={historyChart} {...props} />;
}

export function ResultsFigure({
  fileName,
  data,
  subtitle,
}: {
  fileName: string;
  data: PairBarsData;
  subtitle: string;
}) {
  return (
    <ChartFigure fileName={fileName} definition={pairBars} data={data} title={words.results} subtitle={subtitle} />
  );
}

export interface PairProps {
  fileName: string;
  /** Numbers of the two runs. */
  runs: readonly [a: string, b: string];
  names: readonly [a: string, b: string];
}

export function DepthsFigure({ fileName, runs, names, measurements }: PairProps & { measurements: Measurements }) {
  const chosen = runs.map((number, order) => ({ number, name: names[order] ?? number, order, baseline: order === 0 }));
  return (
    <ChartFigure
      fileName={fileName}
      definition={depthChart}
      data={{ ...measurements, latencyMetric: DEPTH_LATENCY, runs: chosen }}
      title={words.depths}
      subtitle={words.depthsNote}
    />
  );
}

export function PairPercentilesFigure(props: { fileName: string; subtitle: string; data: PercentilesData }) {
  return <ChartFigure {...props} definition={percentilesChart} title={words.percentiles} />;
}
