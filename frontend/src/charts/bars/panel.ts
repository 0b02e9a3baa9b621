/** Bars by workload as a kind of panel. */
import { type PanelKind, RESULT_METRICS } from "../workbench/contract";

export const panel = {
  button: "Bars",
  name: "Bars",
  icon: "IconChartBar",
  picture: { form: "bars" },
  title: () => "By workload",
  metrics: RESULT_METRICS,
  workloads: ({ facts }) => facts.workloads,
  options: ["interval"],
} satisfies PanelKind;
