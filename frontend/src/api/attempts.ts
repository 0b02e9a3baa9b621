/** Takes a run up again from its last good phase, or gives an attempt up by force. */
import { type Api, body, idempotencyKey } from "./client";
import type { Attempt, Run } from "./types";

const TERMINAL = new Set<Attempt["state"]>(["succeeded", "failed", "cancelled", "lost", "refused"]);

export function isTerminalAttempt({ state }: Pick<Attempt, "state">): boolean {
  return TERMINAL.has(state);
}

/** A new attempt at a run that ended early; it repeats what did not finish. */
export function resumeRun(api: Api, ref: string): Promise<Run> {
  return body(
    api.POST("/api/v1/runs/{ref}/resume", {
      params: { path: { ref } },
      headers: { "Idempotency-Key": idempotencyKey() },
    }),
  );
}

/** Override an attempt; the requesting person types `server_name`. */
export function overrideAttempt(
  api: Api,
  ref: string,
  request: { server_name: string; reason: string },
): Promise<Attempt> {
  return body(api.POST("/api/v1/attempts/{ref}/override", { params: { path: { ref } }, body: request }));
}
