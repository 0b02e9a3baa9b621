/** The repeats of a job in words and as lines of exact numbers. */
import type { RepeatPoint, Repeats } from "@/api/types";
import type { Cell } from "@/charts/definition";
import { METRICS } from "@/lib/metrics";
import { repeats as words } from "@/messages/jobs";

/** A head and a line for each point, in base units, with the figure of every run at the end. */
export function repeatLines({ items, runs }: Repeats): Cell[][] {
  return [
    [...words.csv, ...runs],
    ...items.map((point) => [
      point.name,
      METRICS[point.metric].label,
      point.unit,
      point.n,
      point.median,
      point.mean,
      point.interval?.[0] ?? null,
      point.interval?.[1] ?? null,
      point.cv_percent,
      point.needed_repeats,
      words.verdicts[point.verdict],
      ...point.values,
    ]),
  ];
}

/** `100 to 120`, each with its unit; null below three runs. */
export function intervalText({ metric, interval }: RepeatPoint): string | null {
  if (!interval) return null;
  const [low = null, high = null] = interval;
  return words.from(METRICS[metric].format(low), METRICS[metric].format(high));
}
