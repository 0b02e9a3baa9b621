/** Whether a token still works, as far as its dates say. */
import type { Token } from "@/api/types";

export type TokenState = "active" | "expired" | "revoked";

/** `now` in ms. One that was revoked says so, also once it would have expired. */
export function tokenState(
  { revoked_at, expires_at }: Pick<Token, "revoked_at" | "expires_at">,
  now: number,
): TokenState {
  if (revoked_at !== null) return "revoked";
  return new Date(expires_at).getTime() <= now ? "expired" : "active";
}
