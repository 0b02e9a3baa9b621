/** Sweeps over queue depths as a kind of panel. */
import { type PanelKind, RESULT_METRICS } from "../workbench/contract";

export const panel = {
  button: "Depth",
  name: "Queue depth",
  icon: "IconChartLine",
  picture: { lines: ["M2 46C30 40 40 10 118 6", "M2 47C36 44 56 26 118 22"] },
  title: ({ label }) => `${label} by queue depth`,
  metrics: RESULT_METRICS,
  workloads: ({ facts }) => facts.depths.map(({ name }) => name),
  options: ["interval", "knee", "link_limit", "end_value", "log"],
} satisfies PanelKind;
