/** Phases as segments of a bar, by time; a bar of very many phases joins neighbours. */

export type SegmentState = "done" | "now" | "to_come";

export interface BarPhase {
  name: string;
  /** Its name where there is little room, as `QD1` of `Read QD1`. */
  shortName?: string;
  /** Expected or measured duration. */
  seconds: number;
  state: SegmentState;
  /** Completed share of the present phase, 0 to 1. */
  share?: number;
}

export interface Segment extends BarPhase {
  /** Number of phases that it represents. */
  count: number;
}

/** More than these would not have three px each on a phone. */
export const MAX_SEGMENTS = 48;

/** Return at most `max` segments; neighbours in one state are joined until each takes its part of the time. */
export function segmentsOf(phases: readonly BarPhase[], max = MAX_SEGMENTS): Segment[] {
  const single = phases.map((phase): Segment => ({ ...phase, count: 1 }));
  if (single.length <= max) return single;
  const total = single.reduce((sum, { seconds }) => sum + seconds, 0);
  // The present phase and the ends of both sides take a segment more than their time.
  const smallest = total / Math.max(1, max - 4);
  const joined: Segment[] = [];
  for (const segment of single) {
    const last = joined.at(-1);
    if (last && last.state === segment.state && last.state !== "now" && last.seconds + segment.seconds <= smallest) {
      joined[joined.length - 1] = { ...last, seconds: last.seconds + segment.seconds, count: last.count + 1 };
    } else joined.push(segment);
  }
  return joined.length <= max ? joined : byCount(joined, max);
}

/** Joins runs of equal length, where phases of very different lengths alternate. */
function byCount(segments: readonly Segment[], max: number): Segment[] {
  const size = Math.ceil(segments.length / Math.max(1, max - 4));
  const joined: Segment[] = [];
  let inLast = 0;
  for (const segment of segments) {
    const last = joined.at(-1);
    if (last && last.state === segment.state && last.state !== "now" && inLast < size) {
      joined[joined.length - 1] = {
        ...last,
        seconds: last.seconds + segment.seconds,
        count: last.count + segment.count,
      };
      inLast += 1;
    } else {
      joined.push(segment);
      inLast = 1;
    }
  }
  return joined;
}

/** Return how much of all the time is done, 0 to 1. */
export function doneShare(phases: readonly BarPhase[]): number {
  const total = phases.reduce((sum, { seconds }) => sum + seconds, 0);
  const done = phases.reduce((sum, { seconds, state, share = 0 }) => {
    if (state === "done") return sum + seconds;
    return state === "now" ? sum + seconds * Math.min(Math.max(share, 0), 1) : sum;
  }, 0);
  return total > 0 ? done / total : 0;
}
