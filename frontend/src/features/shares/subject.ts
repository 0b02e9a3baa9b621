/** Subject of a share, as in the address of the editor and as in the request to the lab. */
import { SHARE_KINDS } from "@/api/share-filters";
import type { ShareOptions, ShareSubject } from "@/api/shares";
import { readMetric } from "@/lib/earlier-names";
import { oneOf, parserOf, type RawSearch, readReference, readTrue, textLike } from "@/lib/search-fields";

/** A share has no more. */
const MAX_RUNS = 50;
const MAX_LEFT_OUT = 500;
const MAX_METRICS = 11;
export type Layout = NonNullable<ShareSubject["layout"]>;

const LAYOUTS = ["plain", "review", "figure", "snia"] as const satisfies readonly Layout[];

/** In which layouts something can be printed. */
export function layoutsOf(kind: ShareSubject["kind"]): readonly Layout[] {
  if (kind === "campaign") return LAYOUTS;
  return kind === "run" ? ["plain", "figure", "snia"] : ["plain", "figure"];
}

const parseSearch = parserOf({
  kind: oneOf(SHARE_KINDS),
  /** The run of a run. */
  run: readReference,
  /** Those of a comparison or a ranking, with commas between them. */
  runs: listOf(/^[\w-]{1,64}$/, MAX_RUNS),
  campaign: readReference,
  /** A comparison of the runs that a dashboard shows. */
  dashboard: readReference,
  /** The same of a stored workbench, by its digest. */
  workbench: textLike(/^[0-9a-f]{32}$/),
  metric: readMetric,
  /** All metrics of a comparison, with commas between them. */
  metrics: listOf(/^[a-z0-9_]{1,40}$/, MAX_METRICS),
  /** The run that the others of a comparison are measured by. */
  baseline: readReference,
  pooled: readTrue,
  /** All runs of a profile are ranked, as in `four-corners@2`. */
  profile: textLike(/^[\w.-]{1,100}@\d{1,9}$/),
  /** A ranking also of figures with doubts. */
  all: readTrue,
  /** Keys of workloads that a ranking leaves out. */
  without: listOf(/^[0-9a-f]{1,100}$/, MAX_LEFT_OUT),
  /** The configuration with 100. */
  reference: readReference,
  /** As a plain page, or as one of the reports that labs print. */
  layout: oneOf(LAYOUTS),
  /** Key of the one chart of a figure. */
  chart: textLike(/^[\w-]{1,100}$/),
  /** The share that this is newer than. */
  version_of: readReference,
  /** Draft that is being continued. */
  draft: readReference,
  /** The open block of the editor. */
  block: textLike(/^[a-z]{1,20}(-\d{1,6})?$/),
});
export type NewShareSearch = ReturnType<typeof parseSearch>;

/** Only what the address names, so that it can be spread over the subject of a draft. */
export const parseNewShareSearch = (raw: RawSearch): NewShareSearch => withoutUndefined(parseSearch(raw));

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
  const metrics = search.metrics?.split(",").flatMap((name) => readMetric(name) ?? []);
  if (kind === "run") return run ? { kind, run_id: run } : null;
  if (kind === "campaign") return campaign ? { kind, campaign, view: viewOf({ metric }) } : null;
  if (kind === "comparison" && workbench) return { kind, workbench, view: viewOf({ metric, metrics }) };
  if (kind === "comparison" && dashboard) return { kind, dashboard, view: viewOf({ metric, metrics }) };
  if (kind === "comparison") {
    return runs ? { kind, run_ids: runs, view: viewOf({ metric, metrics, baseline, pooled }) } : null;
  }
  if (kind === "ranking" && (runs || profile)) {
    const view = viewOf({ everything: all, without: without?.split(","), reference });
    return runs ? { kind, run_ids: runs, view } : { kind, view: { ...view, profile } };
  }
  return null;
}

type View = NonNullable<ShareSubject["view"]>;

const viewOf = (given: Partial<View>) => withoutUndefined(given) as View;

/** Remove undefined values, which mean the default. */
const withoutUndefined = <Given extends object>(given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given;

/** The subject of an earlier share, as the address holds one. */
export function searchOf({ kind, run_id, run_ids, campaign, workbench, layout, view }: ShareOptions): NewShareSearch {
  return parseNewShareSearch({
    kind,
    run: run_id,
    runs: run_ids?.join(","),
    campaign,
    workbench,
    metric: view.metric,
    metrics: view.metrics?.join(","),
    baseline: view.baseline,
    pooled: view.pooled,
    profile: view.profile,
    all: view.everything,
    without: view.without.join(","),
    reference: view.reference,
    layout,
  });
}

/** The subject of a request, as the address holds one; `chart` is the one of a figure. */
export function searchOfSubject(subject: ShareSubject, chart?: string): NewShareSearch {
  const { kind, run_id, run_ids, campaign, dashboard, workbench, layout, view } = subject;
  return parseNewShareSearch({
    kind,
    run: run_id,
    runs: run_ids?.join(","),
    campaign,
    dashboard,
    workbench,
    metric: view?.metric,
    metrics: view?.metrics?.join(","),
    baseline: view?.baseline,
    pooled: view?.pooled,
    profile: view?.profile,
    all: view?.everything,
    without: view?.without?.join(","),
    reference: view?.reference,
    layout: layout === "plain" ? undefined : layout,
    chart,
  });
}

/** Return the address with other metrics, the main one first; a campaign has one of them. */
export function withMetrics(search: NewShareSearch, kind: ShareSubject["kind"], names: readonly string[]) {
  const others = kind === "campaign" ? { metric: names[0], metrics: undefined } : { metrics: names.join(",") };
  return parseNewShareSearch({ ...search, metric: undefined, ...others });
}

function listOf(form: RegExp, max: number) {
  return (value: unknown): string | undefined => {
    const parts = typeof value === "string" ? value.split(",").map((part) => part.trim()) : [];
    return (
      [...new Set(parts)]
        .filter((part) => form.test(part))
        .slice(0, max)
        .join(",") || undefined
    );
  };
}
