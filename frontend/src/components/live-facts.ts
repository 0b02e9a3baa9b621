/** Facts of a run at work as tiles show them. */
import type { RunUnderWay } from "@/api/types";
import { clockOf, shortMoment } from "@/lib/short-times";
import { type ShortValue, shortValue } from "@/lib/short-values";
import { home as words } from "@/messages/home";

/** Return the newest number of a run: throughput of sequential workloads, else IOPS. */
export function liveValue({ live, workload }: Pick<RunUnderWay, "live" | "workload">): ShortValue {
  if (workload !== null && /sequential/i.test(workload)) {
    return shortValue("throughput_bytes_per_s", live?.throughput_bytes_per_s);
  }
  return shortValue("iops", live?.iops);
}

/** Return the thing that is measured and its workload. */
export function subjectOf({ configuration, title, workload }: RunUnderWay): string {
  return [configuration?.name ?? title, workload].filter((part) => part !== null).join(" · ");
}

/** Return the estimated end of a run as text; null before its first phase. */
export function endsAt({ progress }: Pick<RunUnderWay, "progress">, now: Date): string | null {
  if (!progress) return null;
  const at = new Date(progress.estimated_finish_at);
  const near = shortMoment(at, now);
  return near === clockOf(at) ? near : words.since(near, clockOf(at));
}
