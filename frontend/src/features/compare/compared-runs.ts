/** What the page that lays runs over each other says about them: their names, and whether they did the same work. */
import type { Phase, Run } from "@/api/types";
import { compare as words } from "@/messages/compare";

export function nameOf({ number, title }: Pick<Run, "number" | "title">): string {
  return words.runName(number, title);
}

function measuredPhases({ phases }: Pick<Run, "phases">): Phase[] {
  return phases.filter(({ kind }) => kind === "measure" || kind === "published");
}

/** What was measured, as the phases describe it: each workload once, in the order of the run. */
export function workloadsOf(run: Pick<Run, "phases">): string[] {
  const descriptions = measuredPhases(run).map(({ workload }) => workload.description);
  return [...new Set(descriptions.filter((text): text is string => typeof text === "string" && text !== ""))];
}

/** What was asked of the target in one phase: sizes, reads, randomness; a phase that does not say is like no other. */
function patternOf({ id, workload }: Phase): string {
  const { block_sizes, read_percent, random_percent } = workload;
  return block_sizes ? JSON.stringify([block_sizes, read_percent, random_percent]) : id;
}

/** A sweep is known by its patterns; where a run has one load alone, that load belongs to the work. */
function workOf(run: Pick<Run, "phases">): string {
  const phases = measuredPhases(run);
  const [only] = phases;
  const load = phases.length === 1 ? JSON.stringify(only?.workload.outstanding_ios ?? null) : "";
  return [...new Set(phases.map(patternOf))].toSorted().join("\n") + load;
}

/** Whether some of the runs did other work than the rest. */
export function workloadsDiffer(runs: readonly Pick<Run, "phases">[]): boolean {
  return new Set(runs.map(workOf)).size > 1;
}
