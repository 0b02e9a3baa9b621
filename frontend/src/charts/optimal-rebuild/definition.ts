/** Arrays that are not whole against the same ones optimal, with their numbers and a sentence. */
import { METRICS } from "@/lib/metrics";
import { formatDuration, formatPercent } from "@/lib/units";
import { charts } from "@/messages/charts";
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { spreadSentences } from "../pivot-repeats";
import { behindColumns, certaintyIn } from "../repeats-behind";
import { behindLoss, type LossData, lossHeight, lossLegend, lossOption, lossText, nameOfLoss } from "./option";

function describe(data: LossData): string {
  const { metric, losses } = data;
  const { label } = METRICS[metric];
  const sorted = losses.toSorted((a, b) => a.percent - b.percent);
  const [first] = sorted;
  const last = sorted.at(-1);
  if (!first || !last) return "No array was measured optimal and also degraded or rebuilding.";
  const ends = first === last ? [first] : [first, last];
  const behind = losses.flatMap((loss) => Object.values(behindLoss(loss, data)));
  const drawn = spreadSentences(behind, metric, {
    // The optimal end is always open.
    singles: losses.map((loss) => behindLoss(loss, data).value),
    hollow: charts.repeats.hollowNow,
  });
  return [
    `${label} against the optimal array: ${ends.map((loss) => `${nameOfLoss(loss)} ${lossText(loss)}`).join(" · ")}.`,
    ...drawn,
    ...(behind.some((entry) => certaintyIn(entry, metric)) ? [charts.repeats.asPercent] : []),
  ].join(" ");
}

function table(data: LossData): DataTable {
  const { metric: name, losses } = data;
  const metric = METRICS[name];
  const behind = losses.map((loss) => behindLoss(loss, data));
  const of = (end: "optimal" | "value", label: string) => {
    const own = behind.map((entry) => entry[end]);
    const { columns, cells } = behindColumns(own, [metric]);
    return {
      columns: columns.map((column) => ({ ...column, label: `${label}: ${column.label}` })),
      cells: (index: number) => cells(own[index]?.n === undefined ? null : own[index]),
    };
  };
  const [optimal, now] = [of("optimal", "Optimal"), of("value", "Now")];
  const text = (value: Cell) => String(value ?? "");
  const figure = (value: Cell) => (value === null ? "" : metric.format(Number(value), { digits: 4 }));
  return {
    caption: `${metric.label} against the optimal array`,
    columns: [
      { label: "Array", unit: null, format: text },
      { label: "Optimal", unit: metric.unit, format: figure },
      { label: "Now", unit: metric.unit, format: figure },
      { label: "Of optimal", unit: "%", format: (value) => formatPercent(Number(value), { digits: 4 }) },
      {
        label: "Rebuild time",
        unit: "s",
        format: (value) => (value === null ? "unknown" : formatDuration(Number(value))),
      },
      { label: "Runs", unit: null, format: text },
      ...optimal.columns,
      ...now.columns,
    ],
    rows: losses.map((loss, index): Cell[] => [
      nameOfLoss(loss),
      loss.optimal,
      loss.value,
      loss.percent,
      loss.rebuild_seconds,
      loss.run_numbers.join(" "),
      ...optimal.cells(index),
      ...now.cells(index),
    ]),
  };
}

export const optimalRebuild: ChartDefinition<LossData> = {
  id: "optimal-rebuild",
  title: "Degraded and rebuilding arrays",
  height: lossHeight,
  option: lossOption,
  legend: lossLegend,
  describe,
  table,
  zoomable: false,
};
