/** The table of values as a kind of panel. */
import { type PanelKind, RESULT_METRICS } from "../workbench/contract";

export const panel = {
  button: "Table",
  name: "Table",
  icon: "IconTable",
  picture: { form: "table" },
  title: () => "Values",
  metrics: RESULT_METRICS,
  workloads: ({ facts }) => facts.workloads,
} satisfies PanelKind;
