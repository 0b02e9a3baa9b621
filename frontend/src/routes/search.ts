/** Search parameters of the pages: what is not understood is dropped, so that an old link still opens. */
import { ARRAY_STATES, type ArrayState, CAMPAIGN_STATES } from "@/api/campaigns";
import {
  CHANGE_KINDS,
  CHANGED_COMPONENTS,
  LIFECYCLES,
  MODEL_COMPONENTS,
  SEEN,
  SERVER_STATES,
} from "@/api/hardware-filters";
import { JOB_STATES, type JobFilters } from "@/api/jobs";
import { HORIZONS, type Horizon } from "@/api/overview";
import { SERIES_METRICS, type SeriesMetric } from "@/api/runs";
import { SHARE_KINDS, SHARE_STAGES, type ShareFilters } from "@/api/share-filters";
import { readChoices, type SweepChoices } from "@/charts/sweeps/choices";
import { PROFILE_LISTS } from "@/components/profile-groups";
import {
  CONFIGURATION_METRICS,
  CONFIGURATION_TABS,
  type ConfigurationChoice,
  DIFF_SHOWN,
  type DiffChoice,
} from "@/features/configurations/choice";
import { SERVER_TABS, SERVER_VIEWS, type ServerView } from "@/features/inventory/server-view";
import { parseWorkbenchSearch, type WorkbenchSearch } from "@/features/workbench/address";
import { readMetric } from "@/lib/earlier-names";

import { readLabels } from "@/lib/labels";
import { quoted, withConditions } from "@/lib/query-parts";

const DRIVE_TABS = ["runs", "smart", "changes", "notes"] as const;
const LIFE_SPANS = ["30d", "all"] as const;

/** Its life over a year unless one of these. */
export interface DriveSearch {
  tab?: (typeof DRIVE_TABS)[number];
  span?: (typeof LIFE_SPANS)[number];
}
export type JobsSearch = Pick<JobFilters, "state" | "cursor"> & { label?: string };
export type CampaignsSearch = QueriedListSearch & { sort?: string; cursor?: string };

const OLD_RUN_VIEWS = ["report"] as const;

export const COURSE_METRICS = ["latency_mean_ns", "latency_p99_ns", "all"] as const;

/** Search parameters that all tabs of a run share. */
export interface RunBaselineSearch {
  /** Number of the run that this one is compared with; `none` for no run. */
  baseline?: string;
}

/** Content of its chart over time; `view` is from older addresses. */
export interface RunSearch extends RunCurvesSearch {
  /** IOPS unless one of these. */
  metric?: (typeof COURSE_METRICS)[number];
  view?: (typeof OLD_RUN_VIEWS)[number];
}

/** A stretch of elapsed time, in ms. */
export interface StretchSearch {
  from?: number;
  to?: number;
}

export interface RunCurvesSearch extends StretchSearch {
  /** The one phase whose curves are shown, by its ordinal. */
  phase?: string;
  /** True if latency has a logarithmic axis. */
  log?: true | undefined;
}

export type RunPhasesSearch = RunLatencySearch & { sweep?: RunSweepsSearch };

export type RunSweepsSearch = SweepChoices & {
  /** IOPS unless one of these. */
  metric?: SeriesMetric;
};

export const LATENCY_DIRECTIONS = ["total", "read", "write", "trim"] as const;

export interface RunLatencySearch extends StretchSearch {
  /** Ordinals of the results that are drawn, with commas between them. */
  phases?: string;
  /** Ordinal of the phase that is drawn over time; `from` and `to` are a span of it. */
  phase?: string;
  direction?: (typeof LATENCY_DIRECTIONS)[number];
  /** True if shares are drawn over response times. */
  cdf?: true;
}

export interface ImportsSearch {
  cursor?: string;
}

export interface HistorySearch {
  /** The newest run of the test whose history is shown. */
  series?: string;
  metric?: SeriesMetric;
  workload?: string;
}

export interface SignInSearch {
  next?: string;
}

export interface SearchSearch {
  q?: string;
}

export const CAMPAIGN_TABS = ["calendar", "results", "setup"] as const;

export const CELL_VIEWS = ["change", "p99"] as const;

export interface CampaignSearch {
  /** The matrix unless one of these. */
  tab?: (typeof CAMPAIGN_TABS)[number];
  /** The one state of the array that is shown. */
  array?: ArrayState;
  /** Content of the cells of the matrix; values unless one of these. */
  show?: (typeof CELL_VIEWS)[number];
}

type Raw = Record<string, unknown>;

export function parseImportsSearch(raw: Raw): ImportsSearch {
  return { cursor: text(raw.cursor) };
}

/** A workbench, and the panel of it that is edited. */
export interface WorkbenchPageSearch extends WorkbenchSearch {
  edit?: string;
  /** Number of the dashboard that it was opened from. */
  dashboard?: string;
}

export function parseWorkbenchPageSearch(raw: Raw): WorkbenchPageSearch {
  return { ...parseWorkbenchSearch(raw), edit: text(raw.edit), dashboard: text(raw.dashboard) };
}

export function parseHistorySearch(raw: Raw): HistorySearch {
  return {
    series: text(raw.series),
    metric: oneOf(SERIES_METRICS, readMetric(raw.metric)),
    workload: text(raw.workload),
  };
}

export function parseRunSearch(raw: Raw): RunSearch {
  return {
    ...parseRunCurvesSearch(raw),
    metric: oneOf(COURSE_METRICS, raw.metric),
    view: oneOf(OLD_RUN_VIEWS, raw.view),
  };
}

export function parseRunBaselineSearch(raw: Raw): RunBaselineSearch {
  return { baseline: text(raw.baseline) };
}

export function parseRunPhasesSearch(raw: Raw): RunPhasesSearch {
  const sweep =
    typeof raw.sweep === "object" && raw.sweep !== null ? parseRunSweepsSearch(raw.sweep as Raw) : undefined;
  return { ...parseRunLatencySearch(raw), sweep };
}

export function parseRunCurvesSearch(raw: Raw): RunCurvesSearch {
  return { phase: text(raw.phase), ...stretchOf(raw), log: raw.log === true ? true : undefined };
}

/** Both ends or none: whole ms, the second later than the first. */
function stretchOf({ from, to }: Raw): StretchSearch {
  const isMoment = (value: unknown): value is number =>
    typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 1e12;
  return isMoment(from) && isMoment(to) && from < to ? { from, to } : { from: undefined, to: undefined };
}

export function parseRunSweepsSearch(raw: Raw): RunSweepsSearch {
  return { ...readChoices(raw), metric: oneOf(SERIES_METRICS, readMetric(raw.metric)) };
}

export function parseRunLatencySearch(raw: Raw): RunLatencySearch {
  return {
    phases: text(raw.phases),
    direction: oneOf(LATENCY_DIRECTIONS, raw.direction),
    cdf: raw.cdf === true ? true : undefined,
    phase: text(raw.phase),
    ...stretchOf(raw),
  };
}

export function parseJobsSearch(raw: Raw): JobsSearch {
  return { state: oneOf(JOB_STATES, raw.state), label: text(raw.label), cursor: text(raw.cursor) };
}

export const PROFILE_TABS = ["parameters", "files", "versions", "runs"] as const;

export interface ProfileSearch {
  /** The newest where none is named. */
  version?: number;
  /** The plan where none is named. */
  tab?: (typeof PROFILE_TABS)[number];
  /** The configuration whose runs the plan shows; that of the newest run where none is named. */
  on?: string;
}

export interface ProfilesSearch {
  /** Suggested ones where none is named. */
  group?: (typeof PROFILE_LISTS)[number];
  q?: string;
  /** Id of the saved view that is open, changed or not. */
  view?: string;
}

export interface NewProfileSearch {
  /** Beginning of the text, as in `quick-4k@1`. */
  from?: string;
}

export function parseProfilesSearch(raw: Raw): ProfilesSearch {
  // Addresses of the list before it had tabs still find what they named.
  const group = raw.archived === true ? "archived" : raw.origin === "custom" ? "mine" : raw.group;
  return { group: oneOf(PROFILE_LISTS, group), q: text(raw.q), view: idOf(raw.view) };
}

export function parseProfileSearch(raw: Raw): ProfileSearch {
  return { version: versionOf(raw.version), tab: oneOf(PROFILE_TABS, raw.tab), on: text(raw.on) };
}

export interface ProfileDiffSearch {
  a?: number;
  b?: number;
}

export function parseProfileDiffSearch(raw: Raw): ProfileDiffSearch {
  return { a: versionOf(raw.a), b: versionOf(raw.b) };
}

function versionOf(version: unknown): number | undefined {
  const isValid = typeof version === "number" && Number.isInteger(version) && version > 0 && version < 2 ** 31;
  return isValid ? version : undefined;
}

export function parseNewProfileSearch(raw: Raw): NewProfileSearch {
  const from = text(raw.from);
  return { from: from !== undefined && /^[a-z0-9][a-z0-9-]*@[1-9][0-9]{0,8}$/.test(from) ? from : undefined };
}

export function parseCampaignsSearch(raw: Raw): CampaignsSearch {
  const q = withConditions(text(raw.q), [["state", oneOf(CAMPAIGN_STATES, raw.state)], ...labelConditions(raw)]);
  return { q, view: idOf(raw.view), sort: parseListSearch(raw).sort, cursor: text(raw.cursor) };
}

export function parseCampaignSearch(raw: Raw): CampaignSearch {
  return {
    tab: oneOf(CAMPAIGN_TABS, raw.tab),
    array: oneOf(ARRAY_STATES, raw.array),
    show: oneOf(CELL_VIEWS, raw.show),
  };
}

export function parseSharesSearch(raw: Raw): ShareFilters {
  const run = text(raw.run);
  return {
    kind: oneOf(SHARE_KINDS, raw.kind),
    state: oneOf(SHARE_STAGES, raw.state),
    run: run !== undefined && /^[\w-]{1,64}$/.test(run) ? run : undefined,
    mine: raw.mine === true ? true : undefined,
    cursor: text(raw.cursor),
  };
}

export const QUEUE_VIEWS = ["list", "done"] as const;

export type QueueSearch = JobsSearch & {
  /** The timeline unless one of these. */
  view?: (typeof QUEUE_VIEWS)[number] | undefined;
  /** Horizon of the timeline; a day unless one of these. */
  range?: Horizon | undefined;
  /** Start of the timeline; a little before now without one. */
  from?: string | undefined;
  /** Search text of the lists of jobs. */
  q?: string | undefined;
  /** The order of jobs that are done; the newest first without one. */
  sort?: string | undefined;
  /** Id of the saved view that is open. */
  saved?: string | undefined;
};

export function parseQueueSearch(raw: Raw): QueueSearch {
  const from = typeof raw.from === "string" ? Date.parse(raw.from) : Number.NaN;
  return {
    ...parseJobsSearch(raw),
    view: oneOf(QUEUE_VIEWS, raw.view),
    range: oneOf(HORIZONS, raw.range),
    from: Number.isNaN(from) ? undefined : new Date(from).toISOString(),
    // Earlier addresses had plain text.
    q: text(raw.q) ?? (typeof raw.find === "string" && raw.find !== "" ? quoted(raw.find) : undefined),
    sort: parseListSearch(raw).sort,
    saved: idOf(raw.saved),
  };
}

export interface HomeSearch {
  /** Horizon of the queue; a day unless one of these. */
  range?: Horizon | undefined;
  /** True if the tour is to be shown, seen before or not. */
  tour?: true | undefined;
}

export function parseHomeSearch(raw: Raw): HomeSearch {
  return { range: oneOf(HORIZONS, raw.range), tour: raw.tour === true ? true : undefined };
}

export function parseSearchSearch(raw: Raw): SearchSearch {
  return { q: text(raw.q) };
}

export function parseServerSearch(raw: Raw): ServerView {
  return {
    ...parseServersSearch(raw),
    // As it was called in older addresses.
    tab: oneOf(SERVER_TABS, raw.tab === "history" ? "changes" : raw.tab),
    view: oneOf(SERVER_VIEWS, raw.view),
    slot: text(raw.slot),
    dialog: raw.dialog === "reserve" ? "reserve" : undefined,
  };
}

export function parseDriveSearch(raw: Raw): DriveSearch {
  return { tab: oneOf(DRIVE_TABS, raw.tab), span: oneOf(LIFE_SPANS, raw.span) };
}

export function parseServersSearch(raw: Raw): ServersSearch {
  const q = withConditions(text(raw.q), [["state", oneOf(SERVER_STATES, raw.state)], ...labelConditions(raw)]);
  return { q, sort: parseListSearch(raw).sort, saved: idOf(raw.saved) };
}

export function parseModelsSearch(raw: Raw): QueriedListSearch & ListSearch {
  const q = withConditions(text(raw.q), [["component", oneOf(MODEL_COMPONENTS, raw.component)]]);
  return { q, view: idOf(raw.view), ...parseListSearch(raw) };
}

/** The servers in the column beside a page. */
export interface ServersSearch {
  q?: string;
  /** The newest first without one. */
  sort?: string;
  /** Id of the saved view that is open. */
  saved?: string;
}

/** Search text of a list. */
export interface QueriedListSearch {
  q?: string;
  /** Id of the saved view that is open, changed or not. */
  view?: string;
}

/** The order of a list, and the row that is shown beside it. */
export interface ListSearch {
  sort?: string;
  peek?: string;
}

function parseListSearch(raw: Raw): ListSearch {
  const [sort, peek] = [text(raw.sort), text(raw.peek)];
  return {
    sort: sort && /^-?[a-z]{1,20}$/.test(sort) ? sort : undefined,
    peek: peek && /^[a-z]-\d{1,19}$/.test(peek) ? peek : undefined,
  };
}

const EARLIER = [
  "server",
  "standing",
  "seen",
  "label",
  "model",
  "firmware",
  "level",
  "condition",
  "state",
  "component",
  "kind",
  "since",
] as const;

/** True if an address is of a list with its own filters, from before lists took queries. */
export function hasListFilters(raw: object): boolean {
  return EARLIER.some((name) => name in raw);
}

/** The filters of earlier addresses are conditions now. */
function parseQueriedList(raw: Raw): QueriedListSearch {
  const seen = oneOf(SEEN, raw.seen);
  const q = withConditions(text(raw.q), [
    ["server", text(raw.server)],
    ["lifecycle", oneOf(LIFECYCLES, raw.standing)],
    ["present", seen && (seen === "now" ? "yes" : "no")],
    ["model", text(raw.model)],
    ["firmware", text(raw.firmware)],
    ["raid", text(raw.level)],
    ["condition", text(raw.condition)],
    ...labelConditions(raw),
  ]);
  return { q, view: idOf(raw.view) };
}

function labelConditions(raw: Raw) {
  return (readLabels(text(raw.label)) ?? []).map((label) => ["label", label] as const);
}

function idOf(value: unknown): string | undefined {
  const id = text(value);
  return id !== undefined && /^[\w-]{1,64}$/.test(id) ? id : undefined;
}

export function parseHardwareListSearch(raw: Raw): QueriedListSearch & ListSearch {
  return { ...parseQueriedList(raw), ...parseListSearch(raw) };
}

export function parseChangesSearch(raw: Raw): QueriedListSearch & ListSearch {
  const q = withConditions(text(raw.q), [
    ["server", text(raw.server)],
    ["component", oneOf(CHANGED_COMPONENTS, raw.component)],
    ["kind", oneOf(CHANGE_KINDS, raw.kind)],
    ["at", day(raw.since), ">="],
  ]);
  return { q, view: idOf(raw.view), ...parseListSearch(raw) };
}

export function parseDiffSearch(raw: Raw): DiffChoice {
  return {
    a: text(raw.a),
    b: text(raw.b),
    show: oneOf(DIFF_SHOWN, raw.show),
    same: raw.same === true ? true : undefined,
  };
}

export function parseConfigurationSearch(raw: Raw): ConfigurationChoice {
  return {
    tab: oneOf(CONFIGURATION_TABS, raw.tab),
    series: text(raw.series),
    metric: oneOf(CONFIGURATION_METRICS, raw.metric),
    workload: text(raw.workload),
  };
}

export const GALLERY_WIDTHS = [360, 720] as const;

export interface GallerySearch {
  /** One chart alone, by its id. */
  chart?: string;
  /** In px; as wide as the page unless one of these. */
  width?: (typeof GALLERY_WIDTHS)[number];
}

export function parseGallerySearch(raw: Raw): GallerySearch {
  return { chart: text(raw.chart), width: oneOf(GALLERY_WIDTHS, raw.width) };
}

/** `next` is a path of this site; an address elsewhere is dropped, so that a link cannot lead away after the sign-in. */
export function parseSignInSearch(raw: Raw): SignInSearch {
  const next = text(raw.next);
  const stays = next !== undefined && /^\/(?![/\\])/.test(next) && !next.startsWith("/sign-in");
  return { next: stays ? next : undefined };
}

/**
 * Read a JSON value of an address; numbers that would be written differently, such as the serial number `1e3`, are
 * text. The router has read the others before. Throws if it is not JSON: then it remains as it is.
 */
export function readAddressValue(given: string): unknown {
  const value: unknown = JSON.parse(given);
  return typeof value === "number" ? given : value;
}

/** Return the text: the router reads `?phase=3` as a number and `?q=true` as a boolean, but a page needs the text. */
function text(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A day of this century that exists, as `2026-11-21`. */
function day(value: unknown): string | undefined {
  const given = text(value);
  if (given === undefined || !/^20\d{2}-\d{2}-\d{2}$/.test(given)) return undefined;
  const date = new Date(`${given}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(given) ? given : undefined;
}

function oneOf<Word>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value);
}
