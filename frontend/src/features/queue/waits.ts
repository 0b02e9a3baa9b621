/** Wait reason of a job in words. */
import type { QueueWait, ScheduledJob, ServerGlance } from "@/api/types";
import { queue as words } from "@/messages/queue";
import { queueTime } from "./times";

type Waiting = Pick<ScheduledJob, "wait" | "server" | "submitted_by">;

/** Return one clause: what decides the start of a job, and until when. */
export function waitText({ wait, server, submitted_by }: Waiting, glance: ServerGlance | undefined, now: Date): string {
  const { wait: texts } = words;
  if (wait === null) return texts.next;
  const until = wait.until === null ? words.unknown : queueTime(wait.until, now);
  const reason = wait.reason ?? "";
  switch (wait.kind) {
    case "paused":
      return texts.paused;
    case "server":
      return reason === "unreachable" ? awayText(server.name, glance, now) : texts.server(server.name, reason);
    case "maintenance":
      return texts.maintenance(until, reason);
    case "reservation":
      return texts.reservation(until, reason);
    case "rebuilding":
      return texts.rebuilding(until);
    case "not_before":
      return texts.notBefore(until, submitted_by);
    case "running":
      return texts.running(wait.ahead[0] ?? "", until);
    case "queued":
      return texts.ahead(wait.ahead_count, namesAhead(wait));
    case "other":
      return reason.charAt(0).toUpperCase() + reason.slice(1);
  }
}

function awayText(name: string, glance: ServerGlance | undefined, now: Date): string {
  const since = glance?.unreachable_since ?? null;
  return words.wait.unreachable(name, since === null ? null : queueTime(since, now));
}

/** Return the jobs ahead. A few names are more useful than their number; many are only counted. */
function namesAhead({ ahead, ahead_count }: QueueWait): string {
  return ahead.length === ahead_count ? ahead.join(", ") : "";
}
