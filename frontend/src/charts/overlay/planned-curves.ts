/** Curves that a chart over time draws, and the reasons why others are left out. Pure. */
import { CURVE_METRICS, type CurveMetric, pointsOfEach } from "@/api/runs";
import { isReading, TIME_METRICS } from "@/lib/metrics";
import { workbench } from "@/messages/workbench";
import { type AlignedCurve, type AlignedCurves, alignedCurves } from "../workbench/alignment";
import type { Alignment, Panel } from "../workbench/document";
import { type CurveRun, curveRuns, type Entry } from "../workbench/entries";
import type { PanelData } from "../workbench/panel-data";
import { words } from "./words";

/** Return the name of a phase: that of its kind if it has one, otherwise its own. */
export const phaseName = (phase: string): string => words.phases[phase as keyof typeof words.phases] ?? phase;

/** More curves than these are read in panels of their own. */
const MAX_TOGETHER = 8;

export interface PanelCurves extends AlignedCurves {
  /** Those of all shown entries, also of runs that have not what the panel draws. */
  curves: readonly CurveRun[];
  /** Maximum number of intervals of each curve. */
  points: number;
  /** Names of shown entries that have no curve. */
  without: readonly string[];
}

export function panelCurves(
  { chart, metric, phase }: Pick<Panel, "chart" | "metric" | "phase">,
  { entries, align }: { entries: readonly Entry[]; align: Alignment },
): PanelCurves {
  const isAlone = chart === "multiples";
  const drawable = entries.map((entry) => ({ entry, curves: curveRuns(entry, isAlone, metric) }));
  const curves = drawable.flatMap((item) => (item.entry.shown ? item.curves : []));
  // Hiding one of them changes no curve of another: how many intervals these have follows from all that can be drawn.
  const points = pointsOfEach(drawable.flatMap((item) => item.curves).length);
  const without = drawable
    .filter((candidate) => candidate.entry.shown && candidate.curves.length === 0)
    .map((candidate) => candidate.entry.name);
  return { curves, points, without, ...alignedCurves(curves, { align, phase }) };
}

/** Return the reason why a panel has no curve at all. */
export const noCurves = (metric: CurveMetric): string =>
  isReading(metric) ? words.noReadings(TIME_METRICS[metric].label) : words.noCurves;

/** The entries that have no curve; nothing where all of them have. */
export function withoutCurves(metric: CurveMetric, names: readonly string[]): string {
  if (names.length === 0) return "";
  return isReading(metric) ? words.noReadingsOf(names.join(", ")) : words.noCurvesOf(names.join(", "));
}

export interface PlannedCurves {
  metric: CurveMetric;
  drawn: readonly AlignedCurve[];
  /** Curves that are not drawn, with the reasons. */
  leftOut: readonly string[];
  /** Names of entries that have no curve. */
  without: readonly string[];
  /** Maximum number of intervals of each curve. */
  points: number;
  /** True if each curve is drawn in its own panel. */
  isApart: boolean;
}

export function plannedCurves(
  panel: Pick<Panel, "chart" | "metric" | "phase">,
  { entries, shown, align }: Pick<PanelData, "entries" | "shown" | "align">,
): PlannedCurves | { reason: string } {
  const metric = CURVE_METRICS.find((name) => name === panel.metric);
  const { phase } = panel;
  if (shown.length === 0) return { reason: workbench.panels.allHidden };
  if (!metric) {
    const available = CURVE_METRICS.map((name) => TIME_METRICS[name].label).join(", ");
    return { reason: words.notOverTime(TIME_METRICS[panel.metric].label, available) };
  }
  const { curves, points, drawn, without, withoutPhase, unaligned } = panelCurves(panel, { entries, align });
  if (curves.length === 0) return { reason: noCurves(metric) };
  if (withoutPhase.length === curves.length) return { reason: words.noPhase(phaseName(phase ?? "")) };
  if (drawn.length === 0) return { reason: words.noneAligned[align] };
  const leftOut = [
    withoutPhase.length > 0 ? words.noPhaseOf(phaseName(phase ?? ""), withoutPhase.join(", ")) : "",
    unaligned.length > 0 ? words.unaligned[align](unaligned.join(", ")) : "",
  ].filter(Boolean);
  return {
    metric,
    drawn,
    leftOut,
    without,
    points,
    isApart: panel.chart === "multiples" || drawn.length > MAX_TOGETHER,
  };
}

/** Return the subject of a chart over time: its phase, and the alignment of its curves. */
export function timeSubtitle(
  { phase, options }: Pick<Panel, "phase" | "options">,
  { align, isApart }: { align: Alignment; isApart: boolean },
): string {
  return [
    phase === null ? "" : phaseName(phase),
    isApart ? words.sharedAxes : "",
    options.log ? workbench.panels.log : "",
    words.alignedBy[align],
  ]
    .filter(Boolean)
    .join(", ");
}
