/** The address of the page that explores configurations: everything that is chosen there. What is not understood is dropped. */
import { readMetric } from "@/lib/earlier-names";
import type { MetricName } from "@/lib/metrics";

/** As many as one answer of `GET /measurements` takes. */
export const MOST_EXPLORED = 60;
const MOST_AXES = 6;
const LONGEST = 200;

/** Both ends in base units; null is open. */
export type RangePair = readonly [from: number | null, to: number | null];

export interface ExploreSearch {
  /** Numbers or ids, as in `r-1,r-2`; the newest finished runs without. */
  runs?: string;
  /** Words that runs mention. */
  q?: string;
  workload?: string;
  axes?: MetricName[];
  ranges?: Partial<Record<MetricName, RangePair>>;
}

export function parseExploreSearch(raw: Record<string, unknown>): ExploreSearch {
  const runs = readExplored(text(raw.runs, 4000));
  const axes = Array.isArray(raw.axes)
    ? [...new Set(raw.axes.flatMap((name) => readMetric(name) ?? []))].slice(0, MOST_AXES)
    : [];
  return {
    runs: runs.length > 0 ? runs.join(",") : undefined,
    q: text(raw.q),
    workload: text(raw.workload),
    axes: axes.length > 1 ? axes : undefined,
    ranges: rangesOf(raw.ranges),
  };
}

/** The runs of an address, each once. */
export function readExplored(runs: string | undefined): string[] {
  const references = (runs ?? "").split(",").map((part) => part.trim());
  return [...new Set(references.filter((part) => /^[\w-]{1,64}$/.test(part)))].slice(0, MOST_EXPLORED);
}

function rangesOf(value: unknown): ExploreSearch["ranges"] {
  if (typeof value !== "object" || value === null) return undefined;
  const known = Object.entries(value).flatMap(([given, pair]): [MetricName, RangePair][] => {
    const name = readMetric(given);
    if (name === undefined || !Array.isArray(pair)) return [];
    const [from, to] = [end(pair[0]), end(pair[1])];
    return from === null && to === null ? [] : [[name, [from, to]]];
  });
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

const end = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;

function text(value: unknown, longest = LONGEST): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" && value.length <= longest ? value : undefined;
}
