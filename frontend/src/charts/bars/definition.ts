/** The bars chart: published and measured figures side by side. */
import { bestOf, LEFT_OPEN } from "@/lib/best";
import type { Metric } from "@/lib/metrics";
import { isMeasured, shownChange } from "../changes";
import type { Cell, ChartDefinition, DataTable, TableColumn } from "../definition";
import { barSentences, behindColumns } from "../repeats-behind";
import { kindText } from "../sweeps/words";
import {
  type Bar,
  type BarGroup,
  type BarsData,
  barGroups,
  barsHeight,
  barsMetric,
  barsOption,
  isCounted,
  shownOf,
  valueText,
} from "./option";
import { words } from "./words";

/** Return true if a bar is too inexact to be the best where no other counts. */
const isOpen = ({ kind }: Bar): boolean => kind.startsWith("range_") || kind.endsWith("_bound");

/** Describe the bars that are compared with the baseline's. */
function changeSentences(groups: readonly BarGroup[]): string[] {
  const isWithout = ({ bars: own }: BarGroup) => own.every(({ change }) => change === null);
  const without = groups.filter(isWithout).map(({ workload }) => workload);
  const others = groups.filter((group) => !isWithout(group)).flatMap(({ bars: own }) => own);
  return [
    ...(without.length > 0 ? [words.noBaseline(without.join(" · "))] : []),
    ...(others.some(({ change }) => change === null) ? [words.noChange] : []),
    ...(others.some(({ n }) => (n ?? 0) > 1) ? [words.noIntervals] : []),
  ];
}

function describe(data: BarsData): string {
  const metric = barsMetric(data);
  const groups = barGroups(data);
  if (groups.length === 0) return `${metric.label}: no values.`;
  const best = groups.map(({ workload, bars: figures }) => {
    const counted = figures.filter(isCounted);
    const winner = bestOf(counted, metric.better);
    if (winner === undefined) return words.noneCounts(workload);
    if (winner === null) return `${workload}: ${LEFT_OPEN}`;
    const text = winner.change ? shownOf(data).text(winner) : valueText(winner, metric);
    const isAlone = counted.length === 1 && (figures.length === 1 || isOpen(winner));
    return isAlone ? words.only(workload, winner.name, text) : words.best(workload, winner.name, text);
  });
  return [orderOf(metric), ...best, remarksOf(data)].filter(Boolean).join(" ");
}

const orderOf = ({ better }: Metric): string => (better === "higher" ? "Higher is better." : "Lower is better.");

/** Return the remarks on the bars that the drawing does not show. */
function remarksOf(data: BarsData): string {
  const metric = barsMetric(data);
  const groups = barGroups(data);
  const inexact = groups.some(({ bars: own }) => own.some(({ kind }) => kind !== "exact"));
  return [
    ...(inexact ? ["Hollow bars are not exact."] : []),
    ...(groups.some(({ bars: own }) => own.some(({ invalid }) => invalid)) ? [words.pale] : []),
    ...(isMeasured(data) ? changeSentences(groups) : []),
    // Bars compared with the baseline have no whiskers to describe.
    ...barSentences(
      groups.flatMap(({ bars: own }) => own),
      isMeasured(data) ? [] : [metric.name],
    ),
  ].join(" ");
}

function table(data: BarsData): DataTable {
  const metric = barsMetric(data);
  const text = (value: Cell) => String(value ?? "");
  const groups = barGroups(data);
  const behind = behindColumns(
    groups.flatMap(({ bars: own }) => own),
    [metric],
  );
  const isMarked = groups.some(({ bars: own }) => own.some(({ invalid }) => invalid));
  const shown = shownChange(data, metric);
  const change: TableColumn[] = shown ? [{ label: shown.label, unit: shown.unit, format: shown.cell }] : [];
  const markOf = ({ invalid }: Bar): Cell[] => (isMarked ? [invalid ? words.invalid : null] : []);
  return {
    caption: `${metric.label} by workload and configuration`,
    columns: [
      { label: "Workload", unit: null, format: text },
      { label: "Configuration", unit: null, format: text },
      {
        label: metric.label,
        unit: metric.unit,
        format: (value) => metric.format(value as number | null, { digits: 4 }),
      },
      ...change,
      { label: "Precision", unit: null, format: text },
      ...(isMarked ? [{ label: words.mark, unit: null, format: text }] : []),
      ...behind.columns,
    ],
    rows: groups.flatMap(({ workload, bars: own }) =>
      own.map((bar): Cell[] => [
        workload,
        bar.name,
        bar.value,
        ...(shown ? [shown.value(bar.change)] : []),
        kindText(bar.kind),
        ...markOf(bar),
        ...behind.cells(bar),
      ]),
    ),
  };
}

export const bars: ChartDefinition<BarsData> = {
  id: "bars",
  title: "Configurations compared",
  height: barsHeight,
  option: barsOption,
  legend: () => [],
  describe,
  caption: (data) =>
    barGroups(data).length > 0 ? [orderOf(barsMetric(data)), remarksOf(data)].join(" ").trim() : describe(data),
  table,
  zoomable: false,
};
