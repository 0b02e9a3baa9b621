/** Kinds of panels of a workbench in the order of its editor, each with the folder of its chart. */
import type { WorkbenchPanel } from "@/api/types";

export type ChartKind = WorkbenchPanel["chart"];

export const PANEL_CHARTS = {
  queue_depth: "queue-depth",
  over_time: "overlay",
  multiples: "multiples",
  percentiles: "percentiles",
  bars: "bars",
  heat_map: "factor-map",
  scatter: "rate-latency",
  load_curve: "load-curve",
  sweep: "axis-sweep",
  rank: "rank",
  table: "values",
  nightly: "nightly",
  latest: "latest-usual",
  night_map: "night-map",
  verdicts: "night-verdicts",
} as const satisfies Readonly<Record<ChartKind, string>>;

export const CHART_KINDS = Object.keys(PANEL_CHARTS) as ChartKind[];
