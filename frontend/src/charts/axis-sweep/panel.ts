/** Sweeps along one axis as a kind of panel. */
import { sweeps } from "@/messages/sweeps";
import { type PanelKind, RESULT_METRICS } from "../workbench/contract";

export const panel = {
  button: "Sweep",
  name: "Sweep",
  icon: "IconChartDots",
  picture: { lines: ["M2 46L30 34L60 18L90 9L118 6", "M2 47L30 41L60 31L90 25L118 23"] },
  title: ({ label }, axis) =>
    axis === null ? `${label} by what was swept` : sweeps.along(label, sweeps.axisNames[axis]),
  metrics: RESULT_METRICS,
  workloads: ({ facts }, axis) =>
    facts.sweeps.find((sweep) => axis === null || sweep.axis === axis)?.workloads.map(({ name }) => name) ?? [],
  options: ["interval", "log"],
} satisfies PanelKind;
