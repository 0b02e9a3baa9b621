/** Search parameters of the pages: what is not understood is dropped, so that an old link still opens. */
import { JOB_STATES, type JobFilters } from "@/api/jobs";
import { ORIGINS, RUN_STATES, type RunFilters, SERIES_METRICS, type SeriesMetric } from "@/api/runs";
import { readRunList, writeRunList } from "@/lib/run-list";

export type RunsSearch = Pick<RunFilters, "state" | "origin" | "q" | "cursor"> & {
  /** Runs that are selected for a comparison. */
  selected?: string;
};
export type JobsSearch = Pick<JobFilters, "state" | "cursor">;

export interface RunSearch {
  phase?: string;
}

export interface ImportsSearch {
  cursor?: string;
}

export const COMPARE_VIEWS = ["curve", "sweep"] as const;

export interface CompareSearch {
  runs?: string;
  metric?: SeriesMetric;
  view?: (typeof COMPARE_VIEWS)[number];
}

export interface SignInSearch {
  next?: string;
}

type Raw = Record<string, unknown>;

export function parseRunsSearch(raw: Raw): RunsSearch {
  return {
    state: oneOf(RUN_STATES, raw.state),
    origin: oneOf(ORIGINS, raw.origin),
    q: text(raw.q),
    cursor: text(raw.cursor),
    selected: runList(raw.selected),
  };
}

export function parseImportsSearch(raw: Raw): ImportsSearch {
  return { cursor: text(raw.cursor) };
}

export function parseCompareSearch(raw: Raw): CompareSearch {
  return {
    runs: runList(raw.runs),
    metric: oneOf(SERIES_METRICS, raw.metric),
    view: oneOf(COMPARE_VIEWS, raw.view),
  };
}

export function parseRunSearch(raw: Raw): RunSearch {
  return { phase: text(raw.phase) };
}

export function parseJobsSearch(raw: Raw): JobsSearch {
  return { state: oneOf(JOB_STATES, raw.state), cursor: text(raw.cursor) };
}

/** `next` is a path of this site; an address elsewhere is dropped, so that a link cannot lead away after the sign-in. */
export function parseSignInSearch(raw: Raw): SignInSearch {
  const next = text(raw.next);
  const stays = next !== undefined && /^\/(?![/\\])/.test(next) && !next.startsWith("/sign-in");
  return { next: stays ? next : undefined };
}

/** The router reads `?phase=3` as a number; a page wants the text. */
function text(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function runList(value: unknown): string | undefined {
  return writeRunList(readRunList(text(value)));
}

function oneOf<Word>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value);
}
