/** Newest runs against the usual ones as a kind of panel. */
import { type PanelKind, RESULT_METRICS } from "../workbench/contract";

export const panel = {
  button: "Latest",
  name: "Latest against usual",
  icon: "IconScale",
  picture: { form: "rows" },
  metrics: RESULT_METRICS,
  workloads: ({ facts }) => facts.workloads,
} satisfies PanelKind;
