/** Steps of load on an axis of their own width each: threads and queue depths, or streams, in up to four metrics. */
import { METRICS, type MetricName } from "@/lib/metrics";
import { sweeps as words } from "@/messages/sweeps";
import type { WithNumbers } from "../changes";
import type { ChartOption, ChartView } from "../definition";
import {
  type LinePanel,
  type LinePanels,
  linePanelsHeight,
  linePanelsOption,
  type PanelAxis,
} from "../sweeps/line-panels";
import { distinct, loadText, type SweepCurve, type SweepPoint } from "../sweeps/points";
import type { ChartTheme } from "../theme";

export interface LoadStepsData extends WithNumbers {
  /** Quantity of a step. */
  by: "load" | "streams";
  curves: readonly SweepCurve[];
}

/** Metrics that have a panel, if there is a value. */
const PANELS: Record<LoadStepsData["by"], readonly MetricName[]> = {
  load: ["iops", "latency_mean_ns", "latency_max_ns", "latency_stddev_ns"],
  streams: ["throughput_bytes_per_s", "iops", "latency_mean_ns", "latency_max_ns"],
};

export interface Step {
  label: string;
  threads: number | null;
  queueDepth: number | null;
  streams: number | null;
}

/** The steps of all curves, by threads, then by queue depth; or by streams. */
export function stepsOf({ by, curves }: LoadStepsData): Step[] {
  const points = curves.flatMap((curve) => curve.points);
  if (by === "streams") {
    return distinct(points, ({ streams }) => streams).map((streams) => ({
      label: String(streams),
      streams,
      threads: null,
      queueDepth: null,
    }));
  }
  const loads = new Map<string, Step>();
  for (const { threads, queueDepth } of points) {
    const label = loadText({ threads, queueDepth });
    if (threads !== null && queueDepth !== null) loads.set(label, { label, threads, queueDepth, streams: null });
  }
  return [...loads.values()].toSorted(
    (a, b) => (a.threads ?? 0) - (b.threads ?? 0) || (a.queueDepth ?? 0) - (b.queueDepth ?? 0),
  );
}

const stepIndex = (steps: readonly Step[], by: LoadStepsData["by"]) => {
  const places = new Map(steps.map(({ label }, index) => [label, index]));
  return (point: SweepPoint): number | null =>
    places.get(by === "streams" ? String(point.streams) : loadText(point)) ?? null;
};

/** Panels of these metrics, which have one axis. */
export function panelsOfSteps(data: LoadStepsData, metrics: readonly MetricName[]): LinePanel[] {
  const steps = stepsOf(data);
  const title = data.by === "streams" ? words.axes.streams : words.axes.steps;
  const axis: PanelAxis = { type: "category", title, labels: steps.map(({ label }) => label) };
  return metrics.map((name) => ({
    metric: METRICS[name],
    axis,
    x: stepIndex(steps, data.by),
    place: (index) => words.stepPlace(data.by, steps[index]?.label ?? ""),
    // From the deepest queue of some threads to the shallowest of more is no step of a sweep.
    ...(data.by === "load" ? { part: ({ threads }: SweepPoint) => threads } : {}),
  }));
}

/** One panel for each metric that has a value. */
export function stepPanels(data: LoadStepsData): LinePanel[] {
  const points = data.curves.flatMap((curve) => curve.points);
  const measured = PANELS[data.by].filter((name) => points.some(({ values }) => (values[name] ?? null) !== null));
  return panelsOfSteps(data, measured);
}

const panelsOf = (data: LoadStepsData): LinePanels => ({ ...data, panels: stepPanels(data), columns: 2 });

export const loadStepsHeight = (data: LoadStepsData, width: number): number => linePanelsHeight(panelsOf(data), width);

export function loadStepsOption(data: LoadStepsData, theme: ChartTheme, view: ChartView): ChartOption {
  return linePanelsOption(panelsOf(data), theme, view);
}
