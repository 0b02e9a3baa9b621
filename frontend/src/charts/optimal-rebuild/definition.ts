/** Arrays that are not whole against the same ones optimal, with their numbers and a sentence. */
import { METRICS } from "@/lib/metrics";
import { formatDuration, formatPercent } from "@/lib/units";
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { type LossData, lossHeight, lossLegend, lossOption, lossText, nameOfLoss } from "./option";

function describe({ metric, losses }: LossData): string {
  const { label } = METRICS[metric];
  const sorted = losses.toSorted((a, b) => a.percent - b.percent);
  const [first] = sorted;
  const last = sorted.at(-1);
  if (!first || !last) return "No array was measured both optimal and otherwise.";
  const ends = first === last ? [first] : [first, last];
  return `${label} against the optimal array: ${ends.map((loss) => `${nameOfLoss(loss)} ${lossText(loss)}`).join("; ")}.`;
}

function table({ metric: name, losses }: LossData): DataTable {
  const metric = METRICS[name];
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
    ],
    rows: losses.map((loss): Cell[] => [
      nameOfLoss(loss),
      loss.optimal,
      loss.value,
      loss.percent,
      loss.rebuild_seconds,
      loss.run_numbers.join(" "),
    ]),
  };
}

export const optimalRebuild: ChartDefinition<LossData> = {
  id: "optimal-rebuild",
  title: "Degraded and rebuilding arrays",
  metrics: [],
  height: lossHeight,
  option: lossOption,
  legend: lossLegend,
  describe,
  table,
  zoomable: false,
};
