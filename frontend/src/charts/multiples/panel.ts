/** Curves over time, each in a panel of its own, as a kind of panel. */
import { CURVE_METRICS } from "@/api/runs";
import { panel as overlay } from "../overlay/panel";
import type { PanelKind } from "../workbench/contract";

export const panel = {
  button: "Multiples",
  name: "Small multiples",
  icon: "IconLayoutGrid",
  picture: {
    lines: ["M2 8C14 8 10 36 26 38L36 38", "M43 12C55 12 51 40 67 42L77 42", "M84 6C96 6 92 32 108 34L118 34"],
  },
  title: overlay.title,
  metrics: CURVE_METRICS,
  options: ["log"],
  isAbsolute: true,
} satisfies PanelKind;
