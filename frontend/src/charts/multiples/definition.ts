/** Runs over time, each in a panel of its own with the axes of all. */
import type { ChartDefinition } from "../definition";
import { overlay } from "../overlay/definition";
import type { OverlayData } from "../overlay/option";
import { smallMultiples } from "../small-multiples";

export const multiples: ChartDefinition<OverlayData> = {
  ...smallMultiples(overlay),
  id: "multiples",
  title: "Each run over time",
};
