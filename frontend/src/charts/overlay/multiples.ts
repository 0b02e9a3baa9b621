/** Runs over time, each in a panel of its own with the axes of all. */
import type { ChartDefinition } from "../definition";
import { smallMultiples } from "../small-multiples";
import { overlay } from "./definition";
import type { OverlayData } from "./option";

export const multiples: ChartDefinition<OverlayData> = {
  ...smallMultiples(overlay),
  id: "multiples",
  title: "Each run over time",
};
