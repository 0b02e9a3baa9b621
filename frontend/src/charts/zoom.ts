/** The section of time that a zoomable chart shows: in percent of the whole for ECharts, in ms for everybody else. */
import type { ChartOption } from "./definition";
import type { ChartInstance } from "./runtime";

export interface Section {
  start: number;
  end: number;
}

/** A stretch of a chart's time axis, in whole ms. */
export interface TimeRange {
  from: number;
  to: number;
}

/** First and last moment of a chart's time axis, in ms. */
export type Extent = readonly [first: number, last: number];

export type ZoomStep = "in" | "out" | "earlier" | "later" | "all";

export const WHOLE: Section = { start: 0, end: 100 };
/**
 * Smallest section in percent. Over days at a reading a second it is a few minutes: few enough readings to draw all of
 * them.
 */
const SMALLEST = 0.1;
/** Factor by which one turn of the wheel towards the reader lengthens a section. */
const WHEEL_STEP = 1.25;
/** A section this near to the whole is the whole, in percent. */
const NEARLY = 0.01;

/**
 * Zooming a chart over time: by the wheel with Ctrl or two fingers; what is dragged across is chosen by the page. The vertical
 * axes keep their range while zooming, so that two sections of one curve can be compared.
 */
export function insideZoom(axes: number[]): ChartOption["dataZoom"] {
  return [
    {
      type: "inside",
      xAxisIndex: axes,
      filterMode: "none",
      zoomOnMouseWheel: "ctrl",
      moveOnMouseWheel: false,
      moveOnMouseMove: false,
      preventDefaultMouseMove: false,
    },
  ];
}

/** The section after one step: halved or doubled around its middle, or moved by half its length. */
export function stepSection({ start, end }: Section, step: ZoomStep): Section {
  if (step === "all") return WHOLE;
  const length = end - start;
  const scale = { in: 0.5, out: 2, earlier: 1, later: 1 }[step];
  const shift = { in: 0, out: 0, earlier: -length / 2, later: length / 2 }[step];
  const next = Math.min(Math.max(length * scale, SMALLEST), 100);
  const first = Math.min(Math.max((start + end - next) / 2 + shift, 0), 100 - next);
  return { start: first, end: first + next };
}

/** Return the section after a turn of the wheel: `share` of it is left of the pointer, and keeps its place. */
export function wheelSection({ start, end }: Section, share: number, deltaY: number): Section {
  const length = end - start;
  const next = Math.min(Math.max(length * WHEEL_STEP ** Math.sign(deltaY), SMALLEST), 100);
  const first = Math.min(Math.max(start + (length - next) * share, 0), 100 - next);
  return { start: first, end: first + next };
}

/** The stretch that a section shows; null for the whole. */
export function rangeOf({ start, end }: Section, [first, last]: Extent): TimeRange | null {
  if (start <= NEARLY && end >= 100 - NEARLY) return null;
  const at = (percent: number) => Math.round(first + ((last - first) * percent) / 100);
  const from = at(start);
  return { from, to: Math.max(at(end), from + 1) };
}

/** The section that shows a stretch; the whole for null. */
export function sectionOf(range: TimeRange | null, [first, last]: Extent): Section {
  if (!range || last <= first) return WHOLE;
  const percent = (moment: number) => (100 * (moment - first)) / (last - first);
  return { start: percent(range.from), end: percent(range.to) };
}

/** The part of a stretch that lies on an axis: null when none does, or when it is all of the axis. */
export function rangeWithin(range: TimeRange | null | undefined, [first, last]: Extent): TimeRange | null {
  if (!range) return null;
  const from = Math.max(range.from, Math.ceil(first));
  const to = Math.min(range.to, Math.floor(last));
  return to <= from || (from <= first && to >= last) ? null : { from, to };
}

/** The section that an event of zooming gives; null where it gives moments. */
export function sectionIn(event: unknown): Section | null {
  const { batch, ...own } = (event ?? {}) as Partial<Section> & { batch?: Partial<Section>[] };
  const { start, end } = batch?.[0] ?? own;
  return start === undefined || end === undefined ? null : { start, end };
}

/** ECharts copies all of its data to report its section, which is too slow for every turn of a wheel. */
const sections = new WeakMap<ChartInstance, Section>();

export function rememberSection(chart: ChartInstance, section: Section): void {
  sections.set(chart, section);
}

/** Track the current section of a chart, whatever changes it. */
export function followSection(chart: ChartInstance): void {
  chart.on("datazoom", (event) => rememberSection(chart, sectionIn(event) ?? readSection(chart)));
}

function readSection(chart: ChartInstance): Section {
  const zooms = chart.getOption()?.dataZoom as Partial<Section>[] | undefined;
  const { start = WHOLE.start, end = WHOLE.end } = zooms?.[0] ?? {};
  return { start, end };
}

/** Return the current section of the chart; the whole when it cannot be zoomed. */
export const currentSection = (chart: ChartInstance): Section => sections.get(chart) ?? readSection(chart);

/** Shows a span of the time axis in whole ms. */
export function showSpan(chart: ChartInstance, { from, to }: TimeRange): void {
  chart.dispatchAction({ type: "dataZoom", dataZoomIndex: 0, startValue: from, endValue: to });
}

export function showSection(chart: ChartInstance, section: Section): void {
  chart.dispatchAction({ type: "dataZoom", dataZoomIndex: 0, ...section });
}

/** The option opened at a section, so that new data or another theme do not throw the reader back. */
export function atSection(option: ChartOption, section: Section): ChartOption {
  return { ...option, dataZoom: option.dataZoom?.map((zoom) => ({ ...zoom, ...section })) };
}
