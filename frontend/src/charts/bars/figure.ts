/** Bars by workload as panels of a workbench. Pure. */
import { METRICS } from "@/lib/metrics";
import { workbench } from "@/messages/workbench";
import { figureHeight } from "../heights";
import { fromMeasurements } from "../workbench/contract";
import type { ResultPanel } from "../workbench/document";
import { chosenRun } from "../workbench/entries";
import { heightOf } from "../workbench/grid";
import { type Drawn, hiddenBaseline, isOf, joined, named, remarkOf, rowsOf } from "../workbench/measured";
import type { PanelData } from "../workbench/panel-data";
import { bars } from "./definition";
import { type BarGroup, type BarsData, barGroups } from "./option";
import { words } from "./words";

const panels = workbench.panels;

const HEAD_ROOM = 58;
const LINE = 14;

/** A pattern of I/O that was measured at more loads than these is a sweep: bars show the best of them. */
const SWEPT = 3;

/** Groups without those that are a lesser load of a pattern that was swept. */
export function bestLoads(groups: readonly BarGroup[], better: "higher" | "lower"): readonly BarGroup[] {
  const best = ({ bars }: BarGroup) => {
    const values = bars.map(({ value }) => value);
    return better === "higher" ? Math.max(...values) : -Math.min(...values);
  };
  return groups.filter((group) => {
    const alike = groups.filter(({ pattern }) => pattern === group.pattern);
    if (alike.length <= SWEPT) return true;
    const maxBars = Math.max(...alike.map(({ bars }) => bars.length));
    const rivals = alike.filter(({ bars }) => bars.length === maxBars);
    return rivals.toSorted((a, b) => best(b) - best(a))[0] === group;
  });
}

/** Return the groups that fit in a height in px: those with the most entries first, in the order of the data. */
export function fittingGroups(groups: readonly BarGroup[], height: number): readonly BarGroup[] {
  const maxLines = Math.max(1, Math.floor((height - HEAD_ROOM) / LINE));
  const fitting = new Set<BarGroup>();
  let lines = 0;
  for (const group of groups.toSorted((a, b) => b.bars.length - a.bars.length)) {
    if (fitting.size > 0 && lines + group.bars.length + 1 > maxLines) continue;
    lines += group.bars.length + 1;
    fitting.add(group);
  }
  return groups.filter((group) => fitting.has(group));
}

/**
 * True if a heading includes the workload: a workload with different names in the runs has all of them in its heading.
 */
export const isCalled = (heading: string, workload: string): boolean =>
  heading === workload || heading.split(" / ").includes(workload);

/** Return bars by workload: those of the chosen one, or of all that fit in a height in px. */
export function barsOf(panel: ResultPanel, context: PanelData, height: number): Drawn<BarsData> {
  const { comparison, shown, measurements, numbers } = context;
  if (shown.length === 0) return { reason: panels.allHidden };
  const hidden = hiddenBaseline(context);
  const data: BarsData = {
    metric: panel.metric,
    measurements: { ...measurements, source: rowsOf(measurements, [...shown, ...hidden]) },
    runs: shown.map(chosenRun),
    baseline: comparison.baseline,
    numbers,
    inOrder: true,
    ...(hidden.length > 0 ? { isBaselineHidden: true } : {}),
    ...(panel.options.interval ? {} : { withoutIntervals: true }),
  };
  const groups = barGroups(data);
  if (groups.length === 0) return { reason: panels.noMetric(METRICS[panel.metric].label) };
  const chosen = panel.workload;
  const best = bestLoads(groups, METRICS[panel.metric].better);
  const drawn =
    chosen === null ? fittingGroups(best, height) : groups.filter(({ workload }) => isCalled(workload, chosen));
  if (drawn.length === 0) return { reason: panels.noWorkload(chosen ?? "") };
  const more = best.length - drawn.length;
  const drawnBars = drawn.flatMap((group) => group.bars);
  const remark = [
    remarkOf(shown, (entry) => drawnBars.some(({ run }) => isOf(entry, run))).remark,
    chosen === null && best.length < groups.length ? words.bestLoads : "",
    chosen === null && more > 0 ? words.moreWorkloads(more) : "",
  ]
    .filter(Boolean)
    .join(" ");
  return {
    workload: chosen ?? "",
    data: { ...data, workloads: drawn.map(({ workload }) => workload) },
    ...(remark ? { remark } : {}),
  };
}

/** As many workloads as have room in the panel. */
export const figure = fromMeasurements(bars, (panel, data) => {
  const repeats = Math.max(1, ...data.shown.map(({ n }) => n));
  return named(barsOf(panel, data, heightOf(panel) - figureHeight(0)), () => ({
    subtitle: joined(METRICS[panel.metric].label, repeats > 2 ? words.medians(repeats) : null),
  }));
});
