/** Nights by configuration as a kind of panel. */
import { type PanelKind, RESULT_METRICS } from "../workbench/contract";

export const panel = {
  button: "Nights",
  name: "Nights × configurations",
  icon: "IconCalendarEvent",
  picture: { form: "cells" },
  metrics: RESULT_METRICS,
  workloads: ({ facts }) => facts.workloads,
} satisfies PanelKind;
