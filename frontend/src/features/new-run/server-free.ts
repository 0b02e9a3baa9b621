/** When a server is free for another run, by the queue of the lab. */
import type { QueueBar, QueueLane, Server } from "@/api/types";
import { takesJobs } from "@/components/server-choice";
import { shortMoment } from "@/lib/short-times";
import { messages, word } from "@/messages";
import { newRun as words } from "@/messages/new-run";
import type { DotTone } from "@/parts/dot";

const OCCUPIES = new Set<QueueBar["kind"]>(["running", "queued", "reservation", "maintenance", "rebuilding"]);

/** Return the moment in ms when everything planned is over; null where an end is unknown, and 0 for a free server. */
export function freeAt(bars: readonly QueueBar[], now: number): number | null {
  const ends = bars.filter(({ kind }) => OCCUPIES.has(kind)).map(({ ends_at }) => ends_at);
  if (ends.includes(null)) return null;
  const last = Math.max(0, ...ends.map((end) => Date.parse(end ?? "")));
  return last <= now ? 0 : last;
}

export interface ServerPillFacts {
  tone: DotTone;
  note: string;
  /** Jobs cannot be given to it. */
  isLocked: boolean;
}

export function serverPill(server: Server, lane: QueueLane | undefined, now: Date): ServerPillFacts {
  if (!takesJobs(server)) {
    const tone = server.state === "unreachable" || server.state === "quarantined" ? "err" : "warn";
    return { tone, note: word(messages.states, server.state), isLocked: true };
  }
  const free = freeAt(lane?.bars ?? [], now.getTime());
  const isBusy = server.busy_with !== null || free !== 0;
  if (!isBusy) return { tone: "ok", note: words.freeNow, isLocked: false };
  const note = free ? words.freeAt(shortMoment(new Date(free), now)) : words.busy;
  return { tone: "run", note, isLocked: false };
}
