/** Bars of the chart of ratings: the entries that have a rating, in their order. */
import type { Ranking } from "@/api/rankings";
import type { RankData } from "./option";

/** The names of ranked configurations by their numbers; where several have one name, each with its number behind it. */
export function rankedNames(configurations: Ranking["configurations"]): Map<string, string> {
  const all = configurations.map(({ configuration }) => configuration.name);
  return new Map(
    configurations.map(({ configuration: { number, name } }) => [
      number,
      all.indexOf(name) === all.lastIndexOf(name) ? name : `${name} (${number})`,
    ]),
  );
}

export function ratedBars({ configurations, reference }: Ranking): RankData {
  const names = rankedNames(configurations);
  return {
    reference,
    bars: configurations.flatMap(
      ({ configuration: { number }, rating, podium_rank: place, worst_ratio: worst, best_ratio: best }) =>
        rating === null ? [] : [{ number, name: names.get(number) ?? number, rating, place, worst, best }],
    ),
  };
}
