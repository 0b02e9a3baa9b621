/** The phases of a plan or a run by the loops and rounds that they belong to, in the order they run. */

export interface PlacedPhase {
  loop?: string | null;
  round?: number | null;
}

export interface Round<Of> {
  round: number;
  phases: Of[];
}

/** Neighbours outside of loops, or all rounds of one loop. */
export type Stretch<Of> = { loop: null; phases: Of[] } | { loop: string; rounds: Round<Of>[] };

export function stretchesOf<Of extends PlacedPhase>(phases: readonly Of[]): Stretch<Of>[] {
  const stretches: Stretch<Of>[] = [];
  for (const phase of phases) {
    const last = stretches.at(-1);
    if (phase.loop == null || phase.round == null) {
      if (last?.loop === null) last.phases.push(phase);
      else stretches.push({ loop: null, phases: [phase] });
    } else if (last && last.loop === phase.loop) addToRound(last.rounds, phase.round, phase);
    else stretches.push({ loop: phase.loop, rounds: [{ round: phase.round, phases: [phase] }] });
  }
  return stretches;
}

function addToRound<Of>(rounds: Round<Of>[], round: number, phase: Of): void {
  const last = rounds.at(-1);
  if (last?.round === round) last.phases.push(phase);
  else rounds.push({ round, phases: [phase] });
}

/** Outcome of a round, by the states of its phases. */
export type RoundState = "done" | "running" | "failed" | "partly" | "not_needed" | "to_come";

const FAILED: readonly string[] = ["failed", "lost", "cancelled"];
const BEGUN: readonly string[] = ["finished", "running"];

export function roundState(states: readonly string[]): RoundState {
  if (states.every((state) => state === "finished")) return "done";
  if (states.every((state) => state === "skipped")) return "not_needed";
  if (states.some((state) => FAILED.includes(state))) return "failed";
  if (states.includes("skipped")) return "partly";
  return states.some((state) => BEGUN.includes(state)) ? "running" : "to_come";
}

/** Count the rounds of each outcome, in the order of the first of each. */
export function countStates(states: readonly RoundState[]): [RoundState, number][] {
  const counts = new Map<RoundState, number>();
  for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts];
}
