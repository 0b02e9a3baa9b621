/** Latency percentiles as a kind of panel. */
import type { PanelKind } from "../workbench/contract";

export const panel = {
  button: "Percentile",
  name: "Percentiles",
  icon: "IconChartHistogram",
  picture: { lines: ["M2 45C60 44 84 36 118 6", "M2 47C70 46 92 40 118 22"] },
  title: () => "Latency percentiles",
  workloads: ({ measurements }) => [...new Set((measurements.source.phase_name ?? []).map(String))],
  options: ["ratio"],
} satisfies PanelKind;
