/** The bars chart: published and measured figures side by side. */
import { bestOf, LEFT_OPEN } from "@/lib/best";
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { barSentences, behindColumns } from "../repeats-behind";
import { type BarsData, barGroups, barsHeight, barsMetric, barsOption, valueText } from "./option";

function describe(data: BarsData): string {
  const metric = barsMetric(data);
  const groups = barGroups(data);
  if (groups.length === 0) return `${metric.label}: there is no figure.`;
  const best = groups.map(({ workload, bars: figures }) => {
    const found = bestOf(figures, metric.better);
    return found ? `${workload}: best is ${found.name} with ${valueText(found, metric)}.` : `${workload}: ${LEFT_OPEN}`;
  });
  const inexact = groups.some(({ bars }) => bars.some(({ kind }) => kind !== "exact"));
  const order = metric.better === "higher" ? "Higher is better." : "Lower is better.";
  return [
    order,
    ...best,
    ...(inexact ? ["Hollow bars are not exact figures."] : []),
    ...barSentences(
      groups.flatMap(({ bars: own }) => own),
      [metric.name],
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
      { label: "Kind of value", unit: null, format: text },
      ...behind.columns,
    ],
    rows: groups.flatMap(({ workload, bars: own }) =>
      own.map((bar): Cell[] => [workload, bar.name, bar.value, bar.kind, ...behind.cells(bar)]),
    ),
  };
}

export const bars: ChartDefinition<BarsData> = {
  id: "bars",
  title: "Configurations compared",
  metrics: ["iops", "bandwidth", "lat_mean"],
  height: barsHeight,
  option: barsOption,
  legend: () => [],
  describe,
  table,
  zoomable: false,
};
