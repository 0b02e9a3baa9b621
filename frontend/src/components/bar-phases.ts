/** The phases of a run at work, for its bar. */
import type { RunUnderWay } from "@/api/types";
import type { BarPhase } from "@/parts/phase-segments";

/** Return the phases of a run for its bar. */
export function barPhases({ segments }: Pick<RunUnderWay, "segments">): BarPhase[] {
  return segments.map(({ name, state, planned_seconds, percent }) => ({
    name,
    seconds: planned_seconds,
    state: state === "running" ? "now" : state === "done" ? "done" : "to_come",
    share: percent / 100,
  }));
}
