/** The bars chart: published and measured figures side by side. */
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { type BarsData, barGroups, barsHeight, barsMetric, barsOption, valueText } from "./option";

function describe(data: BarsData): string {
  const metric = barsMetric(data);
  const groups = barGroups(data);
  if (groups.length === 0) return `No measurement has a known ${metric.label.toLowerCase()}.`;
  const best = groups.flatMap(({ workload, bars: [first] }) =>
    first ? [`${workload}: best is ${first.name} with ${valueText(first, metric)}.`] : [],
  );
  const inexact = groups.some(({ bars }) => bars.some(({ kind }) => kind !== "exact"));
  const order = metric.better === "higher" ? "Higher is better." : "Lower is better.";
  return [order, ...best, ...(inexact ? ["Hollow bars are not exact figures."] : [])].join(" ");
}

function table(data: BarsData): DataTable {
  const metric = barsMetric(data);
  const text = (value: Cell) => String(value ?? "");
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
    ],
    rows: barGroups(data).flatMap(({ workload, bars }) =>
      bars.map(({ name, value, kind }): Cell[] => [workload, name, value, kind]),
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
