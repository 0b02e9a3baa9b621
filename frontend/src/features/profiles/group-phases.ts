/** The phases of a plan by the panel they belong to, in the order they run. */
import type { PhasePlan } from "@/api/types";

export interface PhaseGroup {
  /** Null for phases that belong to no panel. */
  group: string | null;
  phases: PhasePlan[];
}

/** Group adjacent phases of one group. A group that occurs again later becomes a separate section. */
export function groupPhases(phases: readonly PhasePlan[]): PhaseGroup[] {
  const groups: PhaseGroup[] = [];
  for (const phase of phases) {
    const group = phase.group ?? null;
    const last = groups.at(-1);
    if (last && last.group === group) last.phases.push(phase);
    else groups.push({ group, phases: [phase] });
  }
  return groups;
}
