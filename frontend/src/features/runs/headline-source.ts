/** What a headline number was taken from: the phase that measured it, and how many I/Os stand behind it. */
import type { Headline, Run } from "@/api/types";
import { findMetric } from "@/lib/metrics";
import { formatIops } from "@/lib/units";
import { run as words } from "@/messages/run";

/** Nothing where no phase, or more than one, has exactly this figure: the average of a loop's rounds is in none. */
export function behindHeadline({ metric, value }: Headline, { phases, verdict }: Pick<Run, "phases" | "verdict">) {
  if (verdict && verdict.metric === metric && verdict.mean === value && verdict.window) {
    const [first = 0, last = 0] = verdict.window;
    return words.averageOfRounds(last - first + 1);
  }
  const column = findMetric(metric)?.column;
  const found = phases.filter(
    ({ measurement }) => measurement && column !== undefined && Reflect.get(measurement, column) === value,
  );
  const [only, ...others] = found;
  if (!only?.measurement || others.length > 0) return null;
  const { ios, latency_n } = only.measurement;
  const n = metric.startsWith("latency_") ? latency_n : (ios ?? latency_n);
  return words.fromPhase(only.ordinal, only.name, n === null ? null : formatIops(n));
}
