/** Curves over time, laid over each other, as a kind of panel. */
import { CURVE_METRICS } from "@/api/runs";
import type { PanelKind } from "../workbench/contract";

export const panel = {
  button: "Time",
  name: "Over time",
  icon: "IconTimeline",
  picture: { lines: ["M2 8C22 8 16 34 44 36L118 37", "M2 12C26 12 20 42 52 44L118 45"] },
  title: ({ label }) => `${label} over time`,
  metrics: CURVE_METRICS,
  options: ["log"],
  isAbsolute: true,
} satisfies PanelKind;
