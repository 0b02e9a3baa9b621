/** Selection of the drawn distributions of a run: from the address, or a representative few. */
import type { LatencyDistribution, PhaseLatency, TimedPhase } from "@/api/types";
import { messages } from "@/messages";
import { latency as words } from "@/messages/run";

export type Direction = LatencyDistribution["direction"];
export const DIRECTIONS = ["total", "read", "write", "trim"] as const satisfies readonly Direction[];

/** Maximum number of curves; there are no more distinct colours. */
export const MAX_DRAWN = 8;
/** Number of curves drawn by default. */
const USUAL = 6;

export interface LatencyChoice {
  /** Ordinals with commas between them. */
  phases?: string;
  /** Everything together unless one of these. */
  direction?: Direction;
  /** True if shares are drawn over response times. */
  cdf?: true;
  /** Ordinal of the phase that is drawn over time, and the span of it that is looked at, in ms. */
  phase?: string;
  from?: number;
  to?: number;
}

export interface RunLatencyPartProps {
  choice: LatencyChoice;
  choose: (choice: LatencyChoice) => void;
}

export function distributionOf({ distributions }: PhaseLatency, direction: Direction): LatencyDistribution | null {
  return distributions.find((distribution) => distribution.direction === direction) ?? null;
}

/** Return the directions with at least one result. With a single direction, the total is the same. */
export function directionsOf(items: readonly PhaseLatency[]): Direction[] {
  return DIRECTIONS.filter((direction) => items.some((item) => distributionOf(item, direction)));
}

/** The results to draw, in their order: those of the address that exist, else some from the first to the last. */
export function chosenResults(items: readonly PhaseLatency[], direction: Direction, requested: string | undefined) {
  const drawable = items.filter((item) => distributionOf(item, direction));
  if (requested !== undefined) {
    const ordinals = new Set(requested.split(",").map(Number));
    return drawable.filter(({ phase_ordinal }) => ordinals.has(phase_ordinal)).slice(0, MAX_DRAWN);
  }
  if (drawable.length <= MAX_DRAWN) return drawable;
  const places = Array.from({ length: USUAL }, (_, index) => Math.round((index * (drawable.length - 1)) / (USUAL - 1)));
  return places.flatMap((place) => drawable[place] ?? []);
}

/** Return the name of a result: its phase, or its cell with the rounds that count. */
export function resultName({ phase_ordinal, name, loop, rounds }: PhaseLatency): string {
  if (loop === null) return words.result(phase_ordinal, name);
  return words.cell(name, loop, words.rounds(rounds[0] ?? 0, rounds.at(-1) ?? 0));
}

/** Return the qualifications of a result: the origin of its percentiles, and an early end of its phase. */
export function resultRemarks(item: PhaseLatency, distribution: LatencyDistribution): string[] {
  return [
    ...(distribution.source === "printed" ? [words.printed] : []),
    ...(distribution.estimated ? [words.estimated] : []),
    ...(item.state === "finished" ? [] : [messages.states[item.state] ?? item.state]),
  ];
}

/** A part of the time of a phase, in ms. */
export interface Span {
  from: number;
  to: number;
}

/** The span of an address; null where it names none, all of the phase, or a time after its end. */
export function spanWithin({ from, to }: LatencyChoice, end: number): Span | null {
  if (from === undefined || to === undefined) return null;
  const last = Math.min(to, end);
  return from >= last || (from <= 0 && last >= end) ? null : { from, to: last };
}

/** The phase to draw over time: that of the address where it has slices, else the one with the most of them. */
export function timedPhase(items: readonly TimedPhase[], requested: string | undefined): TimedPhase | undefined {
  const longest = items.reduce<TimedPhase | undefined>(
    (best, item) => (best && best.slices >= item.slices ? best : item),
    undefined,
  );
  return items.find(({ phase_ordinal }) => String(phase_ordinal) === requested) ?? longest;
}
