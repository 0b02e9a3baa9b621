/** The phases of a run as segments of its bar. */
import type { Phase, Progress } from "@/api/types";
import { phaseForms } from "@/lib/phase-forms";
import type { BarPhase } from "@/parts/phase-segments";

/** A phase that was not needed is passed once a later one has run; one that was cut short is not done. */
function isPassed(phases: readonly Phase[], place: number): boolean {
  const state = phases[place]?.state;
  if (state !== "skipped") return state === "finished";
  return phases.slice(place + 1).some((later) => later.state === "finished" || later.state === "running");
}

/** Return the phases with their times; without one of its own a phase takes a second, so that it is seen. */
export function barPhases(phases: readonly Phase[], nowMs: number | null): BarPhase[] {
  const forms = phaseForms(phases.map(({ name }) => name));
  return phases.map(({ name, state, planned_seconds, t0_ms, t1_ms }, place): BarPhase => {
    const measured = t0_ms !== null && t1_ms !== null ? (t1_ms - t0_ms) / 1000 : null;
    const seconds = Math.max(1, measured ?? planned_seconds ?? 1);
    const shortName = forms[place]?.first[1] ?? name;
    if (isPassed(phases, place)) return { name, shortName, seconds, state: "done" };
    if (state !== "running") return { name, shortName, seconds, state: "to_come" };
    const elapsed = t0_ms === null || nowMs === null ? 0 : (nowMs - t0_ms) / 1000;
    return { name, shortName, seconds, state: "now", share: Math.min(1, Math.max(0, elapsed / seconds)) };
  });
}

/** Return the phase that is measured, else null. */
export function presentPhase(phases: readonly Phase[], progress: Progress | null): Phase | undefined {
  return (
    phases.find(({ state }) => state === "running") ?? phases.find(({ ordinal }) => ordinal === progress?.phase_ordinal)
  );
}
