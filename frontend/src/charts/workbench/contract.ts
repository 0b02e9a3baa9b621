/** Parts that the folder of a chart has where it is a kind of panel of a workbench. */
import { METRICS, type MetricName, type TimeMetric, type TimeMetricName } from "@/lib/metrics";
import type { ChartDefinition, DataTable } from "../definition";
import type { ICONS } from "../icons";
import type { SweepAxis } from "../sweeps/axis-names";
import type { FreezingData, Frozen } from "./answers";
import type { Panel, PanelOptions, ResultPanel } from "./document";
import type { PanelData } from "./panel-data";

/** The form of a chart in small: its kind, not its data. Lines are in a box of 120 by 50. */
export type Picture = { lines: readonly string[] } | { form: "points" | "rows" | "table" | "bars" | "cells" };

/** `panel` of `panel.ts`: the kind in the editor and on cards, loaded without what draws it. */
export interface PanelKind {
  /** Its short name on the button of the editor, and its full name on cards. */
  button: string;
  name: string;
  /** Named alone: permalinks read titles from here, and have no icons. */
  icon: keyof typeof ICONS;
  picture: Picture;
  /** Return the title of a panel as far as its metric and its axis give it; its name without. */
  title?: (metric: Pick<TimeMetric, "label" | "unit">, axis: SweepAxis | null) => string;
  /** Metrics that it can be of; absent from a kind that draws several. */
  metrics?: readonly TimeMetricName[];
  /** Return the workloads that it can be of; absent from a kind that draws all of them. */
  workloads?: (data: Pick<PanelData, "facts" | "measurements">, axis: SweepAxis | null) => readonly string[];
  options?: readonly (keyof PanelOptions)[];
  /** True if its values are not compared with the baseline, regardless of the setting of the page. */
  isAbsolute?: true;
}

/** Metrics that are chosen for panels of results. */
export const RESULT_METRICS = (Object.keys(METRICS) as MetricName[]).filter((name) => name !== "latency_stddev_ns");

/** The data of a chart with its words, or why it has none; the title of the kind unless the data give another. */
export type Figure<Data> =
  | { data: Data; title?: string; subtitle: string; remark?: string }
  | { reason: string; title?: string };

type FigureOf<Data> = (panel: ResultPanel, data: PanelData) => Figure<Data>;

/** `figure` of `figure.ts`: what draws the kind on pages and in permalinks. */
export type PanelFigure =
  | {
      from: "measurements";
      definition: ChartDefinition<unknown>;
      figureOf: FigureOf<unknown>;
      /** True if its parts are not the entries that the rail names. */
      hasLegend: boolean;
    }
  | { from: "values"; figureOf: FigureOf<DataTable> }
  /** Drawn from an answer of the lab, which pages request and permalinks are given. */
  | { from: "curves" | "distributions" | "factors" | "ratings"; freeze: (panel: Panel, data: FreezingData) => Frozen };

/** A kind that is drawn from the measurements of a workbench. */
export const fromMeasurements = <Data>(
  definition: ChartDefinition<Data>,
  figureOf: FigureOf<Data>,
  hasLegend = false,
): PanelFigure => ({
  from: "measurements",
  // Both are of the same data, whatever these are.
  definition: definition as ChartDefinition<unknown>,
  figureOf,
  hasLegend,
});
