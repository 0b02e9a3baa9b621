/** The state of a run that people read: while it is being cancelled, that, as its job says. */
import { isTerminalAttempt } from "@/api/attempts";
import type { Run } from "@/api/types";

export function shownRunState({ state, attempts }: Pick<Run, "state" | "attempts">): string {
  const ending = attempts.some((attempt) => attempt.cancel_mode !== null && !isTerminalAttempt(attempt));
  return ending ? "cancelling" : state;
}
