/** Shown state of a run; during a cancel it is that of its job. */
import { isTerminalAttempt } from "@/api/attempts";
import type { Run } from "@/api/types";

export function shownRunState({ state, attempts }: Pick<Run, "state" | "attempts">): string {
  const ending = attempts.some((attempt) => attempt.cancel_mode !== null && !isTerminalAttempt(attempt));
  return ending ? "cancelling" : state;
}
