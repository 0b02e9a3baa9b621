/** Maps of two factors as a kind of panel. */
import { type PanelKind, RESULT_METRICS } from "../workbench/contract";

export const panel = {
  button: "Heat map",
  name: "Heat map",
  icon: "IconGrid4x4",
  picture: { form: "cells" },
  title: () => "Two factors",
  metrics: RESULT_METRICS,
  isAbsolute: true,
} satisfies PanelKind;
