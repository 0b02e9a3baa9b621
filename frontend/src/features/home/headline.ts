/** The two sentences at the top of Home: what the servers do, and the queue with what needs a person. */
import type { Overview } from "@/api/types";
import { clockOf, shortMoment } from "@/lib/short-times";
import { home as words } from "@/messages/home";

type HeadlineFacts = Pick<Overview, "servers" | "under_way" | "queue" | "alerts">;

const DAY_MS = 86_400_000;

/** Return how many servers there are, shown or not. */
export function countServers({ servers }: Pick<Overview, "servers">): number {
  return Object.values(servers.counts).reduce((sum, count) => sum + count, 0);
}

/** Return how many things need a person, shown or not. */
export function countAlerts({ alerts: { counts } }: Pick<Overview, "alerts">): number {
  return counts.critical + counts.warning + counts.notice;
}

/** Return the sentence about the servers. */
export function serversSentence({ servers, under_way }: Pick<Overview, "servers" | "under_way">): string {
  const all = countServers({ servers });
  const names = new Map(under_way.items.map(({ server }) => [server.id, server.name]));
  const { headline } = words;
  if (all === 0) return headline.noServers;
  if (names.size === 0) return headline.noneMeasuring;
  const [only = ""] = names.values();
  if (all === 1) return headline.theOnlyOne(only);
  return names.size >= all ? headline.allMeasuring(all) : headline.measuring(names.size, all);
}

/** Return the sentences about the queue and open matters. */
export function queueSentence(overview: HeadlineFacts, now: Date): string {
  const { headline } = words;
  const open = countAlerts(overview);
  return `${queueState(overview, now)} ${open === 0 ? headline.calm : headline.attention(open)}`;
}

function queueState({ under_way, queue: { clear_at } }: HeadlineFacts, now: Date): string {
  const { headline } = words;
  if (under_way.count + under_way.waiting_count === 0) return headline.queueEmpty;
  if (clear_at !== null) return headline.queueClear(whenWords(new Date(clear_at), now));
  return headline.waiting(under_way.waiting_count);
}

/** Return a moment to come inside a sentence: `at 16:42`, `tomorrow at 07:40`, `on Wed 25 at 07:40`. */
export function whenWords(at: Date, now: Date): string {
  const { when } = words;
  if (isSameDay(at, now)) return when.today(clockOf(at));
  if (isSameDay(at, new Date(now.getTime() + DAY_MS))) return when.tomorrow(clockOf(at));
  return when.later(shortMoment(at, now), clockOf(at));
}

/** Return a past moment behind "since": `09:12`, `yesterday 18:40`, `Wed 25 18:40`. */
export function sinceWords(at: Date, now: Date): string {
  if (isSameDay(at, now)) return clockOf(at);
  if (isSameDay(at, new Date(now.getTime() - DAY_MS))) return words.yesterday(clockOf(at));
  return words.since(shortMoment(at, now), clockOf(at));
}

function isSameDay(a: Date, b: Date): boolean {
  return a.getFullYear() === b.getFullYear() && a.getMonth() === b.getMonth() && a.getDate() === b.getDate();
}
