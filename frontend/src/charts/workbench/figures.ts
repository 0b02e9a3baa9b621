/** Charts and titles of panels of measurements; pages and permalinks share them. Pure. */

import { METRICS } from "@/lib/metrics";
import { workbench } from "@/messages/workbench";
import type { AxisSweepData } from "../axis-sweep/option";
import type { BarsData } from "../bars/option";
import type { DataTable } from "../definition";
import { figureHeight } from "../heights";
import type { LoadData } from "../load-curve/curves";
import { depthMetrics, type QueueDepthData } from "../queue-depth/curves";
import type { ResultPanel } from "./document";
import { heightOf } from "./grid";
import { barsOf, type Drawn, depthsOf, loadsOf, sweepOf, valuesTable } from "./measured";
import type { PanelData } from "./panel-data";
import { panelTitle } from "./panel-words";

const words = workbench.panels;

/** The data of a chart with its words, or why it has none. */
export type Figure<Data> =
  | { data: Data; title: string; subtitle: string; remark?: string }
  | { reason: string; title?: string };

const joined = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(", ");

function named<Data>(
  drawn: Drawn<Data>,
  wordsOf: (data: Data, workload: string) => { title: string; subtitle: string },
) {
  if ("reason" in drawn) return drawn;
  const { data, workload, remark } = drawn;
  return { data, ...wordsOf(data, workload), ...(remark ? { remark } : {}) };
}

export function depthFigure(panel: ResultPanel, context: PanelData): Figure<QueueDepthData> {
  return named(depthsOf(panel, context), (_, workload) => ({
    title: panelTitle(panel),
    subtitle: joined(workload, panel.options.log && words.log),
  }));
}

export function scatterFigure(panel: ResultPanel, context: PanelData): Figure<QueueDepthData> {
  return named(depthsOf(panel, context), (data, workload) => {
    const { rate, latency } = depthMetrics(data);
    return { title: words.rateAgainst(rate.label, latency.label), subtitle: joined(workload, words.allDepths) };
  });
}

/** Its title names the axis that the data decides where the panel does not. */
export function sweepFigure(panel: ResultPanel, context: PanelData): Figure<AxisSweepData> {
  const drawn = sweepOf(panel, context);
  const title = panelTitle({ ...panel, axis: drawn.axis ?? panel.axis });
  if ("reason" in drawn) return { title, reason: drawn.reason };
  return named(drawn, (_, workload) => ({ title, subtitle: joined(workload, panel.options.log && words.log) }));
}

/** As many workloads as have room in the panel. */
export function barsFigure(panel: ResultPanel, context: PanelData): Figure<BarsData> {
  const repeats = Math.max(1, ...context.shown.map(({ n }) => n));
  return named(barsOf(panel, context, heightOf(panel) - figureHeight(0)), () => ({
    title: panelTitle(panel),
    subtitle: joined(METRICS[panel.metric].label, repeats > 2 ? words.medians(repeats) : null),
  }));
}

export function loadFigure(panel: ResultPanel, context: PanelData): Figure<LoadData> {
  return named(loadsOf(context), () => ({ title: panelTitle(panel), subtitle: words.loads }));
}

export function valuesFigure(panel: ResultPanel, context: PanelData): Figure<DataTable> {
  return named(valuesTable(panel, context), () => ({
    title: panelTitle(panel),
    subtitle: METRICS[panel.metric].label,
  }));
}
