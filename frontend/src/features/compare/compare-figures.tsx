/** The charts of the comparison; loaded apart from the page because ECharts comes with them. */
import type { Measurements, Series } from "@/api/types";
import { bars } from "@/charts/bars/definition";
import { ChartFigure } from "@/charts/chart-figure";
import { loadCurve } from "@/charts/load-curve/definition";
import { overlay } from "@/charts/overlay/definition";
import type { ChosenRun } from "@/charts/queue-depth/curves";
import { queueDepth } from "@/charts/queue-depth/definition";
import { METRICS, type MetricName } from "@/lib/metrics";

const FILE_NAME = "compare";
/** Only latency is drawn on a logarithmic axis. */
const plainOverlay = { ...overlay, toggle: undefined };

export interface OverlayFigureProps {
  metric: MetricName;
  runs: readonly ChosenRun[];
  /** One for each run, in their order; null while it is on its way or when it could not be read. */
  series: readonly (Series | null)[];
}

export function OverlayFigure({ metric, runs, series }: OverlayFigureProps) {
  const { label, unit } = METRICS[metric];
  return (
    <ChartFigure
      fileName={FILE_NAME}
      title={`${label} over time`}
      definition={unit === "ns" ? overlay : plainOverlay}
      data={{
        metric,
        runs: runs.flatMap(({ name }, order) => {
          const drawn = series[order];
          return drawn ? [{ name, order, series: drawn }] : [];
        }),
        logLatency: false,
      }}
    />
  );
}

export interface SweepFigureProps {
  metric: MetricName;
  runs: readonly ChosenRun[];
  measurements: Measurements;
}

export function SweepFigure({ metric, runs, measurements }: SweepFigureProps) {
  return (
    <ChartFigure fileName={FILE_NAME} definition={queueDepth} data={{ source: measurements.source, metric, runs }} />
  );
}

export function LoadsFigure({ runs, measurements }: Omit<SweepFigureProps, "metric">) {
  return <ChartFigure fileName={FILE_NAME} definition={loadCurve} data={{ source: measurements.source, runs }} />;
}

export function FiguresSideBySide({ metric, measurements }: Omit<SweepFigureProps, "runs">) {
  return (
    <ChartFigure fileName={FILE_NAME} title={METRICS[metric].label} definition={bars} data={{ metric, measurements }} />
  );
}
