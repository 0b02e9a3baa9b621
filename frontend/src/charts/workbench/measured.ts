/** Data of the panels of measurements: the workload, the entries, and the results that are left out. Pure. */
import type { Measurements } from "@/api/types";
import { METRICS } from "@/lib/metrics";
import { sweeps } from "@/messages/sweeps";
import { workbench } from "@/messages/workbench";
import type { AxisSweepData } from "../axis-sweep/option";
import { type BarGroup, type BarsData, barGroups, shownOf } from "../bars/option";
import { isMeasured, type Numbers, shownChange } from "../changes";
import type { Cell, DataTable, TableColumn } from "../definition";
import type { LoadData } from "../load-curve/curves";
import type { QueueDepthData } from "../queue-depth/curves";
import { axisPlace, heldFixed, usualWorkload } from "../sweeps/axes";
import type { SweepAxis } from "../sweeps/axis-names";
import { curvesOf } from "../sweeps/curves";
import { sectionOf } from "../sweeps/figures";
import { measuredAt } from "../sweeps/measured-by";
import type { Workload } from "../sweeps/workloads";
import type { ResultPanel } from "./document";
import { chosenRun, type Entry } from "./entries";
import type { PanelData } from "./panel-data";

const words = workbench.panels;

/** The data of a chart with what it leaves out, or why it has none. */
export type Drawn<Data> = { data: Data; workload: string; remark?: string } | { reason: string };

/** The rows of some entries. */
export function rowsOf({ source }: Measurements, entries: readonly Entry[]): Measurements["source"] {
  const keys = new Set(entries.flatMap(({ key, runs }) => [key, ...runs.map(({ number }) => number)]));
  const places = (source.run_number ?? []).flatMap((run, place) => (keys.has(String(run)) ? [place] : []));
  return Object.fromEntries(
    Object.entries(source).map(([column, values]) => [column, places.map((place) => values[place] ?? null)]),
  ) as Measurements["source"];
}

/** The baseline where it is hidden: others are compared with it all the same. */
function hiddenBaseline({ entries, numbers }: PanelData): Entry[] {
  return isMeasured({ numbers }) ? entries.filter(({ isBaseline, shown }) => isBaseline && !shown) : [];
}

/** The names of entries that have none of what is drawn. */
function remarkOf(shown: readonly Entry[], hasIt: (entry: Entry) => boolean): { remark?: string } {
  const without = shown.filter((entry) => !hasIt(entry)).map(({ name }) => name);
  return without.length > 0 ? { remark: words.without(without.join(", ")) } : {};
}

const isOf = ({ key, runs }: Entry, run: string): boolean => key === run || runs.some(({ number }) => number === run);

/** A sweep over queue depths: of the chosen workload, or the one that the most entries have. */
export function depthsOf(panel: ResultPanel, context: PanelData): Drawn<QueueDepthData> {
  const { comparison, shown, measurements, facts, numbers } = context;
  if (shown.length === 0) return { reason: words.allHidden };
  const chosen = panel.workload;
  const match = facts.depths.find(({ name }) => chosen === null || name === chosen);
  if (!match) return { reason: chosen === null ? words.noDepths : words.noWorkload(chosen) };
  const rows = match.rows.filter(({ run }) => shown.some((entry) => isOf(entry, run)));
  const metric = METRICS[panel.metric];
  const isKnown = (row: Workload["rows"][number]) => (row.values[panel.metric] ?? null) !== null;
  if (!rows.some(isKnown)) return { reason: words.noMetric(metric.label) };
  const runs = shown.map(chosenRun);
  const { baseline } = comparison;
  const hidden = hiddenBaseline(context);
  const compared = match.rows.filter(({ run }) => [...shown, ...hidden].some((entry) => isOf(entry, run)));
  const section = sectionOf(
    { kind: "queue-depth", workloads: [{ name: match.name, rows: compared }] },
    { measurements, runs, metric: panel.metric, baseline, numbers, choices: {} },
  );
  const figure = section.figures.find((candidate) => candidate.chart === "queue-depth");
  if (figure?.chart !== "queue-depth") return { reason: words.noDepths };
  const { interval, knee, end_value, log } = panel.options;
  const without = [...(interval ? [] : (["interval"] as const)), ...(knee ? [] : (["knee"] as const))];
  return {
    workload: match.name,
    data: {
      ...figure.data,
      runs,
      only: metric.unit === "ns" ? "latency" : "rate",
      without,
      withEndValues: end_value,
      withLinkLimit: panel.options.link_limit,
      log,
      ...(hidden.length > 0 ? { isBaselineHidden: true } : {}),
    },
    ...remarkOf(shown, (entry) => rows.some((row) => isOf(entry, row.run) && isKnown(row))),
  };
}

export type DrawnSweep = Drawn<AxisSweepData> & { axis?: SweepAxis };

/** A sweep along the axis of a panel, or along the one that the most entries are swept along. */
export function sweepOf(panel: ResultPanel, context: PanelData): DrawnSweep {
  const { comparison, shown, facts, numbers } = context;
  if (shown.length === 0) return { reason: words.allHidden };
  const sweep = facts.sweeps.find(({ axis }) => panel.axis === null || axis === panel.axis);
  if (!sweep) {
    return { reason: panel.axis === null ? words.noSweep : words.noSweepAlong(sweeps.axisNames[panel.axis]) };
  }
  const { axis, workloads } = sweep;
  const chosen = panel.workload;
  const match = chosen === null ? usualWorkload(sweep) : workloads.find(({ name }) => name === chosen);
  if (!match) return { axis, reason: words.noWorkload(chosen ?? "") };
  const rows = match.rows.filter(({ run }) => shown.some((entry) => isOf(entry, run)));
  const isKnown = (row: Workload["rows"][number]) => (row.values[panel.metric] ?? null) !== null;
  if (!rows.some(isKnown)) return { axis, reason: words.noMetric(METRICS[panel.metric].label) };
  const { baseline } = comparison;
  const place = axisPlace(axis);
  const hidden = hiddenBaseline(context);
  const compared = match.rows.filter(({ run }) => [...shown, ...hidden].some((entry) => isOf(entry, run)));
  const curves = curvesOf({
    workloads: [{ name: match.name, rows: compared }],
    runs: shown.map(chosenRun),
    baseline,
    place: (row) => String(place(row)),
    byRuns: true,
    withRandom: axis === "random_share",
  });
  const remark = [
    words.fixed(heldFixed(axis, match).join(", ")),
    remarkOf(shown, (entry) => rows.some((row) => isOf(entry, row.run) && isKnown(row))).remark,
    workloads.length > 1 && chosen === null ? words.ofWorkloads(workloads.length) : "",
  ];
  return {
    axis,
    workload: match.name,
    data: {
      metric: panel.metric,
      axis,
      workload: match.name,
      curves: measuredAt(curves, place, { numbers, baseline }).filter(
        ({ run }) => !hidden.some((entry) => isOf(entry, run)),
      ),
      numbers,
      log: panel.options.log,
      withoutIntervals: !panel.options.interval,
    },
    remark: remark.filter(Boolean).join(" "),
  };
}

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
  if (shown.length === 0) return { reason: words.allHidden };
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
  if (groups.length === 0) return { reason: words.noMetric(METRICS[panel.metric].label) };
  const chosen = panel.workload;
  const best = bestLoads(groups, METRICS[panel.metric].better);
  const drawn =
    chosen === null ? fittingGroups(best, height) : groups.filter(({ workload }) => isCalled(workload, chosen));
  if (drawn.length === 0) return { reason: words.noWorkload(chosen ?? "") };
  const more = best.length - drawn.length;
  const bars = drawn.flatMap((group) => group.bars);
  const remark = [
    remarkOf(shown, (entry) => bars.some(({ run }) => isOf(entry, run))).remark,
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

export function loadsOf(context: PanelData): Drawn<LoadData> {
  const { shown, measurements, facts, numbers } = context;
  if (shown.length === 0) return { reason: words.allHidden };
  if (!facts.hasLoads) return { reason: words.noLoads };
  const source = rowsOf(measurements, shown);
  const percents = source.load_percent ?? [];
  const withLoad = new Set((source.run_number ?? []).filter((_, place) => percents[place] !== null).map(String));
  return {
    workload: "",
    data: { source, runs: shown.map(chosenRun), numbers },
    ...remarkOf(shown, (entry) => [...withLoad].some((run) => isOf(entry, run))),
  };
}

const textColumn = (label: string): TableColumn => ({
  label,
  unit: null,
  format: (value) => String(value ?? ""),
});

/** Every value of a metric: a row for each workload, a column for each entry, exactly. */
export function valuesTable(panel: ResultPanel, context: PanelData): Drawn<DataTable> {
  const drawn = barsOf({ ...panel, workload: null }, context, Number.POSITIVE_INFINITY);
  if ("reason" in drawn) return drawn;
  const data: BarsData = { ...drawn.data, workloads: undefined };
  const metric = METRICS[panel.metric];
  const { numbers } = data;
  const groups = barGroups(data).filter(
    ({ workload }) => panel.workload === null || isCalled(workload, panel.workload),
  );
  if (groups.length === 0) return { reason: words.noWorkload(panel.workload ?? "") };
  return {
    workload: panel.workload ?? "",
    data: {
      caption: words.valuesOf(metric.label),
      columns: [textColumn(words.workload), ...context.shown.map((entry) => valueColumn(entry, panel, numbers))],
      rows: groups.map(({ workload, bars }): Cell[] => [
        workload,
        ...context.shown.map((entry) => {
          const bar = bars.find(({ run }) => isOf(entry, run));
          if (!bar) return null;
          // The baseline keeps its absolute value: a column of zeros has no information.
          return entry.isBaseline ? bar.value : shownOf(data).value(bar);
        }),
      ]),
    },
  };
}

function valueColumn(entry: Entry, panel: ResultPanel, numbers: Numbers | undefined): TableColumn {
  const metric = METRICS[panel.metric];
  const change = entry.isBaseline ? null : shownChange({ ...(numbers ? { numbers } : {}) }, metric);
  const label =
    entry.isBaseline && isMeasured({ ...(numbers ? { numbers } : {}) }) ? words.baselineColumn(entry.name) : entry.name;
  if (change) return { label, unit: change.unit, format: change.cell };
  return {
    label,
    unit: metric.unit,
    format: (value) => (value === null ? "" : metric.format(value as number, { digits: 4 })),
  };
}
