/** Rates against latencies as a kind of panel. */
import { METRICS } from "@/lib/metrics";
import { type PanelKind, RESULT_METRICS } from "../workbench/contract";

export const panel = {
  button: "Scatter",
  name: "Scatter",
  icon: "IconChartScatter",
  picture: { form: "points" },
  title: ({ label, unit }) => `${unit === "ns" ? METRICS.iops.label : label} against latency`,
  metrics: RESULT_METRICS,
  workloads: ({ facts }) => facts.depths.map(({ name }) => name),
  isAbsolute: true,
} satisfies PanelKind;
