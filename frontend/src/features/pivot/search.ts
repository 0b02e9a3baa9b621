/** The address of a table by factors: everything that is chosen on its page. What is not understood is dropped. */
import { MOST_PIVOT_RUNS } from "@/api/pivot";
import { readMetric } from "@/lib/earlier-names";
import type { MetricName } from "@/lib/metrics";

export const VALUE_VIEWS = ["absolute", "relative", "ratio"] as const;
export type ValueView = (typeof VALUE_VIEWS)[number];

export interface PivotSearch {
  /** Numbers or ids, as in `r-1,r-2`. */
  runs?: string;
  campaign?: string;
  /** Words that runs mention. */
  q?: string;
  /** Keys of factors. */
  rows?: string;
  columns?: string;
  panel?: string;
  metric?: MetricName;
  /** Factors that are held to one value, each as `key=value`. */
  fixed?: string[];
  /** Absolute values unless one of these. */
  view?: Exclude<ValueView, "absolute">;
  /** Panel, row and column of the cell that others are held against. */
  baseline?: string[];
}

const MOST_FIXED = 40;

export function parsePivotSearch(raw: Record<string, unknown>): PivotSearch {
  return {
    runs: runList(raw.runs),
    campaign: text(raw.campaign),
    q: text(raw.q),
    rows: text(raw.rows),
    columns: text(raw.columns),
    panel: text(raw.panel),
    metric: readMetric(raw.metric),
    fixed: pairs(raw.fixed),
    view: raw.view === "relative" || raw.view === "ratio" ? raw.view : undefined,
    baseline: texts(raw.baseline),
  };
}

/** The runs of an address, each once. */
export function readPivotRuns(runs: string | undefined): string[] {
  const references = (runs ?? "").split(",").map((part) => part.trim());
  return [...new Set(references.filter((part) => /^[\w-]{1,64}$/.test(part)))].slice(0, MOST_PIVOT_RUNS);
}

function runList(value: unknown): string | undefined {
  const found = readPivotRuns(text(value));
  return found.length > 0 ? found.join(",") : undefined;
}

function text(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" && value.length <= 4000 ? value : undefined;
}

function texts(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const found = value.flatMap((each) => text(each) ?? []);
  return found.length > 0 && found.length === value.length ? found : undefined;
}

function pairs(value: unknown): string[] | undefined {
  const found = texts(value)
    ?.filter((pair) => /^[^=]+=./s.test(pair))
    .slice(0, MOST_FIXED);
  return found && found.length > 0 ? found : undefined;
}
