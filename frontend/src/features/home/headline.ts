/** The two sentences at the top of Home: what the servers do, and the queue with what needs a person. */
import type { Overview } from "@/api/types";
import { whenWords } from "@/components/when-words";
import { home as words } from "@/messages/home";

type HeadlineFacts = Pick<Overview, "servers" | "under_way" | "queue" | "alerts">;

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
