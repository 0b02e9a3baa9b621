/** State of a token by its dates. */
import type { Token } from "@/api/types";

export type TokenState = "active" | "expired" | "revoked";

/** Return the state at `now` (ms). A revoked token shows that even after its expiry. */
export function tokenState(
  { revoked_at, expires_at }: Pick<Token, "revoked_at" | "expires_at">,
  now: number,
): TokenState {
  if (revoked_at !== null) return "revoked";
  return new Date(expires_at).getTime() <= now ? "expired" : "active";
}
