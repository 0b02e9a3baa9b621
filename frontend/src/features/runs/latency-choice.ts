/** Which distributions of a run are drawn: what the address says, or some that stand for all. */
import type { LatencyDistribution, PhaseLatency } from "@/api/types";
import { messages } from "@/messages";
import { latency as words } from "@/messages/run";

export type Direction = LatencyDistribution["direction"];
export const DIRECTIONS = ["total", "read", "write", "trim"] as const satisfies readonly Direction[];

/** More curves than there are colours cannot be told apart. */
export const MOST_DRAWN = 8;
/** So many are drawn when nobody chose. */
const USUAL = 6;

export interface LatencyChoice {
  /** Ordinals with commas between them. */
  phases?: string;
  /** Everything together unless one of these. */
  direction?: Direction;
  /** Whether shares are drawn over response times. */
  cdf?: true;
}

export function distributionOf({ distributions }: PhaseLatency, direction: Direction): LatencyDistribution | null {
  return distributions.find((found) => found.direction === direction) ?? null;
}

/** The directions that some result has; where there is only one, everything together says the same. */
export function directionsOf(items: readonly PhaseLatency[]): Direction[] {
  return DIRECTIONS.filter((direction) => items.some((item) => distributionOf(item, direction)));
}

/** The results to draw, in their order: those of the address that exist, else some from the first to the last. */
export function chosenResults(items: readonly PhaseLatency[], direction: Direction, asked: string | undefined) {
  const drawable = items.filter((item) => distributionOf(item, direction));
  if (asked !== undefined) {
    const ordinals = new Set(asked.split(",").map(Number));
    return drawable.filter(({ phase_ordinal }) => ordinals.has(phase_ordinal)).slice(0, MOST_DRAWN);
  }
  if (drawable.length <= MOST_DRAWN) return drawable;
  const places = Array.from({ length: USUAL }, (_, index) => Math.round((index * (drawable.length - 1)) / (USUAL - 1)));
  return places.flatMap((place) => drawable[place] ?? []);
}

/** What a result is called: its phase, or its cell with the rounds that count. */
export function resultName({ phase_ordinal, name, loop, rounds }: PhaseLatency): string {
  if (loop === null) return words.result(phase_ordinal, name);
  return words.cell(name, loop, words.rounds(rounds[0] ?? 0, rounds.at(-1) ?? 0));
}

/** What qualifies a result: how its percentiles came about, and whether its phase came to its end. */
export function resultRemarks(item: PhaseLatency, distribution: LatencyDistribution): string[] {
  return [
    ...(distribution.source === "printed" ? [words.printed] : []),
    ...(distribution.estimated ? [words.estimated] : []),
    ...(item.state === "finished" ? [] : [messages.states[item.state] ?? item.state]),
  ];
}
