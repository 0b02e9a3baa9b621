/** What the chart of ratings draws: those that have one, in their order. */
import type { Ranking } from "@/api/rankings";
import type { RankData } from "@/charts/rank/option";

export function ratedBars({ configurations, reference }: Ranking): RankData {
  return {
    reference,
    bars: configurations.flatMap(({ configuration: { number, name }, rating, place, worst_ratio, best_ratio }) =>
      rating === null ? [] : [{ number, name, rating, place, worst: worst_ratio, best: best_ratio }],
    ),
  };
}
