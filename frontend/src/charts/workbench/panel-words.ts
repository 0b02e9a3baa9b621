/** Names of panels: the title is the content, the subtitle its subject. Pure. */

import { METRICS, TIME_METRICS } from "@/lib/metrics";
import { nights } from "@/messages/nights";
import { sweeps } from "@/messages/sweeps";
import { workbench } from "@/messages/workbench";
import type { Numbers } from "../changes";
import type { ChartKind } from "../registry";
import type { Alignment, Panel } from "./document";

const words = workbench.panels;

/** Return the name of a phase: that of its kind if it has one, otherwise its own. */
export const phaseName = (phase: string): string => words.phases[phase as keyof typeof words.phases] ?? phase;

type Titled = Pick<Panel, "chart" | "metric"> & Partial<Pick<Panel, "axis">>;

/** The title of a panel as far as its kind and its metric give it. */
export function panelTitle({ chart, metric, axis = null }: Titled): string {
  const { label, unit } = TIME_METRICS[metric];
  switch (chart) {
    case "queue_depth":
      return words.byDepth(label);
    case "over_time":
    case "multiples":
      return words.overTime(label);
    case "percentiles":
      return words.percentiles;
    case "bars":
      return words.byWorkload;
    case "heat_map":
      return words.heatMap;
    case "scatter":
      return words.against(unit === "ns" ? METRICS.iops.label : label);
    case "load_curve":
      return words.loadCurve;
    case "sweep":
      return axis === null ? words.sweepOf(label) : sweeps.along(label, sweeps.axisNames[axis]);
    case "rank":
      return words.rank;
    case "table":
      return words.table;
    case "nightly":
      return nights.titles.nightly(label);
    case "latest":
      return nights.titles.latest;
    case "night_map":
      return nights.titles.map;
    case "verdicts":
      return nights.titles.verdicts;
  }
}

/** Return the subject of a chart over time: its phase, and the alignment of its curves. */
export function timeSubtitle(
  { phase, options }: Panel,
  { align, isApart }: { align: Alignment; isApart: boolean },
): string {
  return [
    phase === null ? "" : phaseName(phase),
    isApart ? words.sharedAxes : "",
    options.log ? words.log : "",
    words.alignedBy[align],
  ]
    .filter(Boolean)
    .join(", ");
}

/** Charts whose values are not compared with the baseline, regardless of the setting of the page. */
const STAYS_ABSOLUTE: readonly ChartKind[] = ["over_time", "multiples", "heat_map", "scatter", "load_curve"];

/** A remark on a panel, with the words on its values where others are shown against the baseline. */
export function remarkWith(remark: string | undefined, { chart }: Pick<Panel, "chart">, numbers: Numbers): string {
  const isAbsolute = numbers !== "absolute" && STAYS_ABSOLUTE.includes(chart);
  return [remark, isAbsolute ? words.absolute : ""].filter(Boolean).join(" ");
}
