/** Verdicts by night as a kind of panel. */
import type { PanelKind } from "../workbench/contract";

export const panel = {
  button: "Verdicts",
  name: "Verdicts",
  icon: "IconChartBarPopular",
  picture: { form: "bars" },
} satisfies PanelKind;
