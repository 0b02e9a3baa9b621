/** Bars of two configurations with their numbers and a sentence. */
import { METRICS } from "@/lib/metrics";
import { formatRelative } from "@/lib/units";
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { seriesStyle } from "../theme";
import { type PairBarsData, pairBarsHeight, pairBarsOption, pairText } from "./option";

function describe(data: PairBarsData): string {
  const { metric, names, points } = data;
  const { label, better } = METRICS[metric];
  if (points.length === 0) return `${label}: no common workload.`;
  const sentences = points.map(
    (point) =>
      `${point.workload}: ${names[0]} ${pairText(data, point, "a")}, ${names[1]} ${pairText(data, point, "b")}.`,
  );
  return [better === "higher" ? "Higher is better." : "Lower is better.", ...sentences].join(" ");
}

function table({ metric, names, points }: PairBarsData): DataTable {
  const { label, unit, format } = METRICS[metric];
  const text = (value: Cell) => String(value ?? "");
  const number = { unit, format: (value: Cell) => format(value as number | null, { digits: 4 }) };
  return {
    caption: `${label}, ${names[1]} against ${names[0]}`,
    columns: [
      { label: "Workload", unit: null, format: text },
      { label: names[0], ...number },
      { label: `Runs of ${names[0]}`, unit: null, format: text },
      { label: names[1], ...number },
      { label: `Runs of ${names[1]}`, unit: null, format: text },
      { label: "Change", unit: null, format: (value) => (value === null ? "" : formatRelative(Number(value))) },
    ],
    rows: points.map(({ workload, a, b, ratio }): Cell[] => [workload, a.value, a.n, b.value, b.n, ratio]),
  };
}

export const pairBars: ChartDefinition<PairBarsData> = {
  id: "pair-bars",
  title: "Results",
  height: pairBarsHeight,
  option: pairBarsOption,
  legend: ({ names }, theme) =>
    names.map((name, place) => ({ name, kind: "area", style: seriesStyle(theme, place), symbol: false })),
  describe,
  caption: ({ points }) => (points.some(({ a, b }) => a.isInexact || b.isInexact) ? "Hollow bars are not exact." : ""),
  table,
  zoomable: false,
};
