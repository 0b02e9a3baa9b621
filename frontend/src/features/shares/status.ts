/** Status of a permalink for its readers, and the available actions of its authors. */
import type { Share } from "@/api/types";

export type ShareStatus = "draft" | "live" | "embargoed" | "closed" | "expired" | "withdrawn";

export type Received = NonNullable<Share["received"]>;

type Dated = Pick<Share, "state" | "revoked_at" | "expires_at" | "embargo_until" | "closed_until_embargo">;

/** Return the present status; past events take precedence over future ones. */
export function statusOf(share: Dated, now: number = Date.now()): ShareStatus {
  const isAhead = (moment: string | null) => moment !== null && Date.parse(moment) > now;
  if (share.state === "draft") return "draft";
  if (share.revoked_at !== null) return "withdrawn";
  if (share.expires_at !== null && !isAhead(share.expires_at)) return "expired";
  if (!isAhead(share.embargo_until)) return "live";
  return share.closed_until_embargo ? "closed" : "embargoed";
}

export type ShareAction =
  | "edit"
  | "publish"
  | "compare"
  | "remove"
  | "removeReceived"
  | "version"
  | "addresses"
  | "correct"
  | "uncorrect"
  | "withdraw";

/** Return the address parameters of the editor for an action; null for an action without the editor. */
export function editorOf(action: ShareAction, number: string): { draft: string } | { version_of: string } | null {
  if (action === "edit") return { draft: number };
  return action === "version" ? { version_of: number } : null;
}

/** In the order in which they are offered. */
export function actionsOf(share: Dated & Pick<Share, "correction" | "received" | "can_manage">): ShareAction[] {
  const status = statusOf(share);
  // The next version of what another lab froze is made there.
  const next: ShareAction[] = share.received === null ? ["version"] : comparedRuns(share).length > 0 ? ["compare"] : [];
  if (status === "draft") {
    return share.received === null ? ["edit", "publish", "remove"] : [...next, "publish", "removeReceived"];
  }
  if (status === "withdrawn") return next;
  if (share.can_manage) next.push("addresses");
  const corrections: ShareAction[] = share.correction === null ? ["correct"] : ["correct", "uncorrect"];
  return status === "expired" ? [...next, "withdraw"] : [...next, ...corrections, "withdraw"];
}

/** Return the runs of a received permalink that are still here, to be laid beside those of this lab. */
export function comparedRuns({ received }: Pick<Share, "received">): string[] {
  return (received?.runs ?? []).flatMap(({ here }) => here ?? []);
}

/** The lab that a share comes from, as its address names it; null where its zip names none. */
export function labOf({ address }: Pick<Received, "address">): string | null {
  return address !== null && URL.canParse(address) ? new URL(address).host || null : null;
}
