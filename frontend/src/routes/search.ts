/** Search parameters of the pages. */
import { ARRAY_STATES } from "@/api/campaigns";
import { readListQuery } from "@/api/earlier-filters";
import { JOB_STATES } from "@/api/jobs";
import { HORIZONS } from "@/api/overview";
import { readChoices } from "@/charts/sweeps/choices";
import { PROFILE_LISTS } from "@/components/profile-groups";
import { parseWorkbenchSearch, type WorkbenchSearch } from "@/features/workbench/address";
import { readMetric } from "@/lib/earlier-names";
import { SERIES_METRICS } from "@/lib/generated/metric-table";
import {
  oneOf,
  parserOf,
  type RawSearch,
  readMoment,
  readReference,
  readText,
  readTrue,
  textLike,
} from "@/lib/search-fields";

export const GALLERY_WIDTHS = [360, 720] as const;
const readSort = textLike(/^-?[a-z]{1,20}$/);
const readSeriesMetric = (value: unknown) => oneOf(SERIES_METRICS)(readMetric(value));

function readVersion(version: unknown): number | undefined {
  const isValid = typeof version === "number" && Number.isInteger(version) && version > 0 && version < 2 ** 31;
  return isValid ? version : undefined;
}

/** A stretch of elapsed time in ms, both ends or none: whole numbers, the second later than the first. */
function stretchOf({ from, to }: RawSearch): { from?: number; to?: number } {
  const isMoment = (value: unknown): value is number =>
    typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 1e12;
  return isMoment(from) && isMoment(to) && from < to ? { from, to } : {};
}

const STRETCH = {
  from: (_: unknown, raw: RawSearch) => stretchOf(raw).from,
  to: (_: unknown, raw: RawSearch) => stretchOf(raw).to,
};

const CURVES = {
  /** The one phase whose curves are shown, by its ordinal. */
  phase: readText,
  ...STRETCH,
  /** True if latency has a logarithmic axis. */
  log: readTrue,
};

const LATENCY = {
  /** Ordinals of the results that are drawn, with commas between them. */
  phases: readText,
  direction: oneOf(["total", "read", "write", "trim"]),
  /** True if shares are drawn over response times. */
  cdf: readTrue,
  /** Ordinal of the phase that is drawn over time; `from` and `to` are a span of it. */
  phase: readText,
  ...STRETCH,
};

const JOBS = { state: oneOf(JOB_STATES), label: readText, cursor: readText };

export const parseHomeSearch = parserOf({
  /** Horizon of the queue; a day unless one of these. */
  range: oneOf(HORIZONS),
  /** True if the tour is to be shown, seen before or not. */
  tour: readTrue,
});

export const parsePagedSearch = parserOf({ cursor: readText });

export const parseWordsSearch = parserOf({ q: readText });

/** A workbench, and the panel of it that is edited. */
export interface WorkbenchPageSearch extends WorkbenchSearch {
  edit?: string;
  /** Number of the dashboard that it was opened from. */
  dashboard?: string;
}

export function parseWorkbenchPageSearch(raw: RawSearch): WorkbenchPageSearch {
  return { ...parseWorkbenchSearch(raw), edit: readText(raw.edit), dashboard: readText(raw.dashboard) };
}

export const parseHistorySearch = parserOf({
  /** The newest run of the test whose history is shown. */
  series: readText,
  metric: readSeriesMetric,
  workload: readText,
});

/** The tabs of a run share it: number of the run that this one is compared with; `none` for no run. */
export const parseRunBaselineSearch = parserOf({ baseline: readText });

export const parseRunCurvesSearch = parserOf(CURVES);

export const parseRunSearch = parserOf({
  ...CURVES,
  /** IOPS unless one of these. */
  metric: oneOf(["latency_mean_ns", "latency_p99_ns", "all"]),
});

export function parseRunSweepsSearch(raw: RawSearch) {
  return { ...readChoices(raw), metric: readSeriesMetric(raw.metric) };
}

export const parseRunLatencySearch = parserOf(LATENCY);

export const parseRunPhasesSearch = parserOf({
  ...LATENCY,
  sweep: (sweep) => (typeof sweep === "object" && sweep !== null ? parseRunSweepsSearch({ ...sweep }) : undefined),
});

export const parseJobsSearch = parserOf(JOBS);

export const parseQueueSearch = parserOf({
  ...JOBS,
  /** The timeline unless one of these. */
  view: oneOf(["list", "done"]),
  /** Horizon of the timeline; a day unless one of these. */
  range: oneOf(HORIZONS),
  /** Start of the timeline; a little before now without one. */
  from: readMoment,
  /** Search text of the lists of jobs. */
  q: readText,
  /** The order of jobs that are done; the newest first without one. */
  sort: readSort,
  /** Id of the saved view that is open. */
  saved: readReference,
});

export function parseProfilesSearch(raw: RawSearch) {
  // Addresses of the list before it had tabs still find what they named.
  const group = raw.archived === true ? "archived" : raw.origin === "custom" ? "mine" : raw.group;
  return parserOf({ group: oneOf(PROFILE_LISTS), q: readText, view: readReference })({ ...raw, group });
}

export const parseProfileSearch = parserOf({
  /** The newest where none is named. */
  version: readVersion,
  /** The plan where none is named. */
  tab: oneOf(["parameters", "files", "versions", "runs"]),
  /** The configuration whose runs the plan shows; that of the newest run where none is named. */
  on: readText,
});

export const parseProfileDiffSearch = parserOf({ a: readVersion, b: readVersion });

/** Beginning of the text, as in `quick-4k@1`. */
export const parseNewProfileSearch = parserOf({ from: textLike(/^[a-z0-9][a-z0-9-]*@[1-9][0-9]{0,8}$/) });

export const parseCampaignsSearch = parserOf({
  q: readListQuery,
  /** Id of the saved view that is open, changed or not. */
  view: readReference,
  sort: readSort,
  cursor: readText,
});

export const parseCampaignSearch = parserOf({
  /** The matrix unless one of these. */
  tab: oneOf(["calendar", "results", "setup"]),
  /** The one state of the array that is shown. */
  array: oneOf(ARRAY_STATES),
  /** Content of the cells of the matrix; values unless one of these. */
  show: oneOf(["change", "p99"]),
});

export const parseHardwareListSearch = parserOf({
  q: readListQuery,
  /** Id of the saved view that is open, changed or not. */
  view: readReference,
  sort: readSort,
  /** Number of the row that is shown beside the list. */
  peek: textLike(/^[a-z]-\d{1,19}$/),
});

/** The rating matrix of findings: of one source, at one RAID level. */
export const parseMatrixSearch = parserOf({
  source: readText,
  level: readText,
});

/** Its life over a year unless one of these. */
export const parseDriveSearch = parserOf({
  tab: oneOf(["runs", "smart", "changes", "notes"]),
  span: oneOf(["30d", "all"]),
});

export const parseGallerySearch = parserOf({
  /** One chart alone, by its id. */
  chart: readText,
  /** In px; as wide as the page unless one of these. */
  width: oneOf(GALLERY_WIDTHS),
});

/** `next` is a path of this site; an address elsewhere is dropped, so that a link cannot lead away after the sign-in. */
export const parseSignInSearch = parserOf({ next: textLike(/^(?!\/sign-in)\/(?![/\\])/) });

/**
 * Read a JSON value of an address; numbers that would be written differently, such as the serial number `1e3`, are
 * text. The router has read the others before. Throws if it is not JSON: then it remains as it is.
 */
export function readAddressValue(given: string): unknown {
  const value: unknown = JSON.parse(given);
  return typeof value === "number" ? given : value;
}
