/** Ratings of the entries of a workbench: their reference, their names and what they leave out. Pure. */
import type { Ranking } from "@/api/rankings";
import type { Entry } from "../workbench/entries";
import type { RankData } from "./option";
import { ratedBars } from "./rated-bars";
import { words } from "./words";

/** The configuration of the baseline where it has a rating, which only then can be the reference. */
export function referenceOf({ configurations }: Ranking, shown: readonly Entry[]): string | undefined {
  const baseline = shown.find(({ isBaseline }) => isBaseline)?.configuration?.number;
  const isRated = configurations.some(
    ({ configuration, rating }) => configuration.number === baseline && rating !== null,
  );
  return isRated ? baseline : undefined;
}

/** Bars under the names of the rail, where one entry is of the configuration; worse entries are marked. */
export function barsUnderNames(ranking: Ranking, shown: readonly Entry[]): RankData {
  const rated = ratedBars(ranking);
  return {
    ...rated,
    bars: rated.bars.map((bar) => {
      const own = shown.filter(({ configuration }) => configuration?.number === bar.number);
      const [only] = own.length === 1 ? own : [];
      return {
        ...bar,
        ...(only ? { name: only.name } : {}),
        ...(own.some(({ isWorse }) => isWorse) ? { isWorse: true } : {}),
      };
    }),
  };
}

/** Return the number of values left out, with the first reason; empty if there are none. */
export function exclusions(leftOut: Ranking["left_out"]): string[] {
  const [first] = leftOut;
  const count = leftOut.reduce((whole, { figures }) => whole + figures, 0);
  return first ? [words.leftOut(count, first.reason)] : [];
}
