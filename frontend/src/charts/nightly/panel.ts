/** Runs by date as a kind of panel. */
import { type PanelKind, RESULT_METRICS } from "../workbench/contract";

export const panel = {
  button: "Nightly",
  name: "Nightly",
  icon: "IconCalendarStats",
  picture: { lines: ["M2 14L30 15L60 13L90 15L118 14", "M2 26L30 27L60 25L74 38L90 39L118 38"] },
  title: ({ label }) => `${label}, nightly`,
  metrics: RESULT_METRICS,
  workloads: ({ facts }) => facts.workloads,
  options: ["log"],
} satisfies PanelKind;
