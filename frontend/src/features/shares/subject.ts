/** Subject of a share, as in the address of the editor and as in the request to the lab. */
import { SHARE_KINDS, type ShareKind } from "@/api/share-filters";
import type { ShareOptions, ShareSubject } from "@/api/shares";
import { readMetric } from "@/lib/earlier-names";
import type { MetricName } from "@/lib/metrics";

/** A share has no more. */
const MAX_RUNS = 50;
const MAX_LEFT_OUT = 500;
const DIGEST = /^[0-9a-f]{32}$/;

const METRICS = [
  "iops",
  "throughput_bytes_per_s",
  "latency_mean_ns",
  "latency_stddev_ns",
  "latency_min_ns",
  "latency_max_ns",
  "latency_p50_ns",
  "latency_p90_ns",
  "latency_p99_ns",
  "latency_p999_ns",
  "latency_p9999_ns",
] as const satisfies readonly MetricName[];

export type Layout = NonNullable<ShareSubject["layout"]>;

const LAYOUTS = ["plain", "review", "snia"] as const satisfies readonly Layout[];

/** In which layouts something can be printed. */
export function layoutsOf(kind: ShareSubject["kind"]): readonly Layout[] {
  if (kind === "campaign") return LAYOUTS;
  return kind === "run" ? ["plain", "snia"] : ["plain"];
}

/** Every field is a text, but for the two that are there or not. */
export interface NewShareSearch {
  kind?: ShareKind;
  /** The run of a run. */
  run?: string;
  /** Those of a comparison or a ranking, with commas between them. */
  runs?: string;
  campaign?: string;
  /** A comparison of the runs that a dashboard shows. */
  dashboard?: string;
  /** The same of a stored workbench, by its digest. */
  workbench?: string;
  metric?: MetricName;
  /** The run that the others of a comparison are measured by. */
  baseline?: string;
  pooled?: true;
  /** All runs of a profile are ranked, as in `four-corners@2`. */
  profile?: string;
  /** A ranking also of figures with doubts. */
  all?: true;
  /** Keys of workloads that a ranking leaves out. */
  without?: string;
  /** The configuration with 100. */
  reference?: string;
  /** As a plain page, or as one of the reports that labs print. */
  layout?: Layout;
  /** The share that this is newer than. */
  version_of?: string;
  /** Draft that is being continued. */
  draft?: string;
}

/** Parse the address of the editor. Unknown values are dropped, so that an old link still opens. */
export function parseNewShareSearch(raw: Record<string, unknown>): NewShareSearch {
  const search: NewShareSearch = {
    kind: SHARE_KINDS.find((kind) => kind === raw.kind),
    run: reference(raw.run),
    runs: listOf(raw.runs, /^[\w-]{1,64}$/, MAX_RUNS).join(",") || undefined,
    campaign: reference(raw.campaign),
    dashboard: reference(raw.dashboard),
    workbench: typeof raw.workbench === "string" && DIGEST.test(raw.workbench) ? raw.workbench : undefined,
    metric: METRICS.find((metric) => metric === readMetric(raw.metric)),
    baseline: reference(raw.baseline),
    pooled: raw.pooled === true || undefined,
    profile: typeof raw.profile === "string" && /^[\w.-]{1,100}@\d{1,9}$/.test(raw.profile) ? raw.profile : undefined,
    all: raw.all === true || undefined,
    without: listOf(raw.without, /^[0-9a-f]{1,100}$/, MAX_LEFT_OUT).join(",") || undefined,
    reference: reference(raw.reference),
    layout: LAYOUTS.find((layout) => layout === raw.layout),
    version_of: reference(raw.version_of),
    draft: reference(raw.draft),
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

/** Return the subject that the lab is requested to share; null if the address names none. */
export function subjectOf(search: NewShareSearch): ShareSubject | null {
  const { layout = "plain" } = search;
  const named = namedBy(search);
  return named && layout !== "plain" && layoutsOf(named.kind).includes(layout) ? { ...named, layout } : named;
}

function namedBy(search: NewShareSearch): ShareSubject | null {
  const { kind, run, campaign, dashboard, workbench, metric, baseline, pooled, profile, all, without, reference } =
    search;
  const runs = search.runs?.split(",");
  if (kind === "run") return run ? { kind, run_id: run } : null;
  if (kind === "campaign") return campaign ? { kind, campaign, view: viewOf({ metric }) } : null;
  if (kind === "comparison" && workbench) return { kind, workbench, view: viewOf({ metric }) };
  if (kind === "comparison" && dashboard) return { kind, dashboard, view: viewOf({ metric }) };
  if (kind === "comparison") return runs ? { kind, run_ids: runs, view: viewOf({ metric, baseline, pooled }) } : null;
  if (kind === "ranking" && (runs || profile)) {
    const view = viewOf({ everything: all, without: without?.split(","), reference });
    return runs ? { kind, run_ids: runs, view } : { kind, view: { ...view, profile } };
  }
  return null;
}

type View = NonNullable<ShareSubject["view"]>;

/** Return the view without undefined values, which mean the default. */
function viewOf(given: Partial<View>): View {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as View;
}

/** The subject of an earlier share, as the address holds one. */
export function searchOf({ kind, run_id, run_ids, campaign, workbench, layout, view }: ShareOptions): NewShareSearch {
  return parseNewShareSearch({
    kind,
    run: run_id,
    runs: run_ids?.join(","),
    campaign,
    workbench,
    metric: view.metric,
    baseline: view.baseline,
    pooled: view.pooled,
    profile: view.profile,
    all: view.everything,
    without: view.without.join(","),
    reference: view.reference,
    layout,
  });
}

function reference(value: unknown): string | undefined {
  return typeof value === "string" && /^[\w-]{1,64}$/.test(value) ? value : undefined;
}

function listOf(value: unknown, form: RegExp, max: number): string[] {
  if (typeof value !== "string") return [];
  return [...new Set(value.split(",").map((part) => part.trim()))].filter((part) => form.test(part)).slice(0, max);
}
