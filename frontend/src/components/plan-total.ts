/** Planned duration of a run, and its parts: phases are not all of it. */
import type { Plan } from "@/api/types";
import { formatDuration } from "@/lib/units";
import { newJob as words } from "@/messages/jobs";

/** Less than this is left over by rounding. */
const MIN_SECONDS = 0.5;

export function planTotal(plan: Pick<Plan, "phases" | "preparation" | "estimated_seconds" | "max_seconds">): string {
  const phases = plan.phases.reduce((sum, phase) => sum + phase.estimated_seconds, 0);
  const preparation = (plan.preparation ?? []).reduce((sum, step) => sum + step.max_seconds, 0);
  const around = plan.estimated_seconds - phases - preparation;
  const more = [
    ...(preparation >= MIN_SECONDS ? [words.totalPreparation(formatDuration(preparation))] : []),
    ...(around >= MIN_SECONDS ? [words.totalAround(formatDuration(around))] : []),
  ];
  const parts = plan.phases.length > 0 && more.length > 0 ? [words.totalPhases(formatDuration(phases)), ...more] : [];
  return words.total(formatDuration(plan.estimated_seconds), parts, formatDuration(plan.max_seconds));
}
