/** The two sentences above the queue: how many runs wait, and when it is clear. */
import type { QueueSchedule } from "@/api/types";
import { whenWords } from "@/components/when-words";
import { queue as words } from "@/messages/queue";

type Facts = Pick<QueueSchedule, "under_way" | "job_count" | "waiting_server_count" | "clear_at" | "unknown_servers">;

type WaitingFacts = Pick<Facts, "under_way" | "waiting_server_count">;

export function waitingSentence({ under_way, waiting_server_count }: WaitingFacts): string {
  const { headline } = words;
  const { count, waiting_count } = under_way;
  if (waiting_count === 0) return count === 0 ? headline.empty : headline.nothingWaits;
  return headline.waiting(waiting_count, Math.max(waiting_server_count, 1));
}

/**
 * Return the sentence about the time when the queue is clear, with the servers for which it is unknown; null for an
 * empty queue.
 */
export function clearSentence({ job_count, clear_at, unknown_servers }: Facts, now: Date): string | null {
  const { headline } = words;
  if (job_count === 0) return null;
  if (clear_at === null) return headline.unknown;
  const when = whenWords(new Date(clear_at), now);
  const [first, second, ...others] = unknown_servers.map(({ name }) => name);
  if (first === undefined) return headline.clear(when);
  if (second === undefined) return headline.clearWithout(when, first);
  const names = others.length === 0 ? headline.and(first, second) : headline.moreServers(first, others.length + 1);
  return headline.clearWithout(when, names);
}
