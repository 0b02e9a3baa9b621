/** The section of time that a zoomable chart shows, in percent of the whole. */
import type { ChartOption } from "./definition";
import type { ChartInstance } from "./runtime";

export interface Section {
  start: number;
  end: number;
}

export type ZoomStep = "in" | "out" | "earlier" | "later" | "all";

const WHOLE: Section = { start: 0, end: 100 };
const SMALLEST = 1;

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

/** What the chart shows now; the whole when it cannot be zoomed. */
export function currentSection(chart: ChartInstance): Section {
  const zooms = chart.getOption()?.dataZoom as Partial<Section>[] | undefined;
  const { start = WHOLE.start, end = WHOLE.end } = zooms?.[0] ?? {};
  return { start, end };
}

export function showSection(chart: ChartInstance, section: Section): void {
  chart.dispatchAction({ type: "dataZoom", dataZoomIndex: 0, ...section });
}

/** The option opened at a section, so that new data or another theme do not throw the reader back. */
export function atSection(option: ChartOption, section: Section): ChartOption {
  return { ...option, dataZoom: option.dataZoom?.map((zoom) => ({ ...zoom, ...section })) };
}
