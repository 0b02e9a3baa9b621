/** The quick form of a share: its beginning, its layouts and its request. Pure. */
import type { AvailableShareOptions, ShareSubject } from "@/api/shares";
import type { NewShare } from "@/api/types";
import type { ShareRequest } from "@/components/share-request";
import {
  formatBytesPerSecond,
  formatDuration,
  formatIops,
  formatLatency,
  formatNumber,
  formatRelative,
} from "@/lib/units";
import { type FindingEntry, offeredFindings, type RequestedFinding } from "./findings";
import { type Layout, layoutsOf } from "./subject";

/** A page has no more blocks, and one may be a text. */
const MAX_CHARTS = 199;
/** More characters are no sentence that a reader keeps. */
export const MAX_FINDING = 140;

/** `curves` is a plain page of all charts with curves. */
export type QuickLayout = Layout | "curves";

const CURVES: ReadonlySet<string> = new Set([
  "preconditioning",
  "overlay",
  "multiples",
  "rounds",
  "queue-depth",
  "load-curve",
  "rate-latency",
  "percentiles",
  "block-size",
  "write-share-slice",
  "axis-sweep",
  "address-space",
  "telemetry",
  "nightly",
  "report-lines",
]);

export interface QuickForm {
  finding: string;
  layout: QuickLayout;
  /** Key of the one chart of a figure. */
  chart: string;
  hides: boolean;
  rawFiles: boolean;
  hasEmbargo: boolean;
  /** Local time as in its field. */
  embargo: string;
}

export interface QuickContext {
  subject: ShareSubject;
  offer: AvailableShareOptions;
  title: string;
  author: string;
  /** The sentence that the form began with. */
  begun: string;
  momentOf: (local: string) => string | undefined;
}

export function beginQuick(offer: AvailableShareOptions, request: ShareRequest): QuickForm {
  const chart = findChart(offer, request.chart);
  return {
    finding: firstFinding(offer),
    layout: request.chart ? "figure" : (request.subject.layout ?? "plain"),
    chart,
    hides: true,
    rawFiles: false,
    hasEmbargo: false,
    embargo: "",
  };
}

function findChart({ charts }: AvailableShareOptions, wanted: ShareRequest["chart"]): string {
  const isWanted = (chart: (typeof charts)[number]) =>
    wanted && ("key" in wanted ? chart.key === wanted.key : chart.kind === wanted.kind);
  return (charts.find(isWanted) ?? charts.find((chart) => chart.default) ?? charts[0])?.key ?? "";
}

/** Return the layouts that suit the subject, in the order of the control. */
export function quickLayouts({ kind }: ShareSubject, { charts }: AvailableShareOptions): QuickLayout[] {
  const hasReport = kind !== "run" || charts.some((chart) => chart.kind.startsWith("report-"));
  const suited = layoutsOf(kind).filter((layout) => layout !== "snia" || hasReport);
  const hasCurves = charts.some((chart) => CURVES.has(chart.kind));
  return suited.flatMap((layout) => (layout === "plain" && hasCurves ? (["plain", "curves"] as const) : [layout]));
}

/** Return the layout of the request. */
export const layoutOf = (layout: QuickLayout): Layout => (layout === "curves" ? "plain" : layout);

/** Return the first finding of the lab; without one, the first headline figure as a sentence. */
export function firstFinding(offer: AvailableShareOptions): string {
  const lead = offeredFindings(offer).find(({ isShown }) => isShown);
  if (lead) return lead.sentence;
  const [headline] = offer.headline.filter(({ baseline }) => !baseline).concat(offer.headline);
  if (!headline || headline.value === null) return "";
  const change = headline.relative_percent;
  const figure = formatFigure(headline.value, headline.unit);
  return change === null
    ? `${headline.label}: ${figure}.`
    : `${headline.label}: ${figure}, ${formatRelative(1 + change / 100)}.`;
}

/** Format a headline figure with its unit; a rating has none. */
export function formatFigure(value: number | null, unit: string): string {
  if (unit === "1/s") return formatIops(value);
  if (unit === "bytes/s") return formatBytesPerSecond(value);
  if (unit === "ns") return formatLatency(value);
  return unit === "s" ? formatDuration(value) : formatNumber(value);
}

/** Return the request to publish. Where the lab has no finding, that of the author is the first text of the page. */
export function quickRequest(form: QuickForm, context: QuickContext): NewShare {
  const { subject, offer, title, author, begun, momentOf } = context;
  const embargo = form.hasEmbargo ? momentOf(form.embargo) : undefined;
  const written = form.finding.trim() === begun.trim() ? "" : form.finding.trim();
  const findings = replaceFirst(offeredFindings(offer), written);
  return {
    ...subject,
    ...(findings ? { findings } : {}),
    layout: layoutOf(form.layout),
    title,
    author,
    note: "",
    body: blocksOf(form, offer, findings ? "" : written),
    redaction: { serials: !form.hides, names: !form.hides, aliases: {} },
    raw_files: form.rawFiles,
    embargo_until: embargo ?? null,
    closed_until_embargo: embargo !== undefined,
    confirm_new_author: false,
  };
}

/** Return the findings of the lab with the first one replaced; undefined where nothing is to be replaced. */
function replaceFirst(entries: readonly FindingEntry[], written: string): RequestedFinding[] | undefined {
  const shown = entries.filter(({ isShown }) => isShown);
  if (!written || shown.length === 0) return undefined;
  return shown.map(({ id, isStored }, place) => ({
    ...(isStored ? { finding: id } : { key: id }),
    ...(place === 0 ? { text: written } : {}),
  }));
}

/** Return the texts and charts of the page in order. */
function blocksOf(form: QuickForm, offer: AvailableShareOptions, written: string): NonNullable<NewShare["body"]> {
  const texts = written ? [{ text: written }] : [];
  return [...texts, ...chartsOf(form, offer).map((chart) => ({ chart }))];
}

/** Return the keys of the charts of the page. */
export function chartsOf({ layout, chart }: QuickForm, { charts }: AvailableShareOptions): string[] {
  if (layout === "figure") return chart ? [chart] : [];
  const chosen = charts.filter((own) => (layout === "curves" ? CURVES.has(own.kind) : own.default));
  return chosen.slice(0, MAX_CHARTS).map(({ key }) => key);
}
