/** Servers of the list in short: a dot and when each is free. */
import type { ServerSummary } from "@/api/types";
import { shortMoment } from "@/lib/short-times";
import { serverList as words } from "@/messages/server-page";
import type { DotTone } from "@/parts/dot";

export interface ListFacts {
  tone: DotTone;
  /** "16:42", "idle", "offline". */
  note: string;
}

const TROUBLE: Partial<Record<ServerSummary["use"], ListFacts>> = {
  unreachable: { tone: "err", note: words.notes.unreachable },
  quarantined: { tone: "err", note: words.notes.quarantined },
  new: { tone: "idle", note: words.notes.isNew },
};

type Facts = Pick<ServerSummary, "use" | "state" | "rebuilding" | "free_at">;

export function listFacts({ use, state, rebuilding, free_at }: Facts, now: Date): ListFacts {
  if (state === "retired") return { tone: "idle", note: words.notes.retired };
  const trouble = TROUBLE[use];
  if (trouble) return trouble;
  const free = free_at === null ? null : shortMoment(new Date(free_at), now);
  if (use === "leased") return { tone: "run", note: free ?? words.notes.busy };
  if (rebuilding) return { tone: "warn", note: words.notes.rebuilding };
  if (use === "maintenance") return { tone: "warn", note: free ?? words.notes.maintenance };
  if (use === "reserved") return { tone: "idle", note: free ?? words.notes.reserved };
  return { tone: "ok", note: words.notes.idle };
}
