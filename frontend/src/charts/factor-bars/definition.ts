/** Grouped bars with their numbers and a sentence. */
import type { PivotCell } from "@/api/pivot";
import { bestOf, LEFT_OPEN } from "@/lib/best";
import { METRICS } from "@/lib/metrics";
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { barSentences, behindColumns } from "../repeats-behind";
import { behindOf, cellText, type FactorBarsData, factorBarsHeight, factorBarsOption } from "./option";

function describe(data: FactorBarsData): string {
  const { metric: name, cells } = data;
  const metric = METRICS[name];
  const figures = cells.flatMap((cell) => (cell.state === "measured" ? [{ ...cell, kind: cell.value_kind }] : []));
  const best = bestOf(figures, metric.better);
  if (best === undefined) return `${metric.label}: no values.`;
  const place = best === null ? "" : [best.row, best.column].filter((part) => part !== null).join(", ");
  const missing = cells.filter(({ state }) => state !== "measured").length;
  return [
    metric.better === "higher" ? "Higher is better." : "Lower is better.",
    best === null ? LEFT_OPEN : `Best is ${place || "the only result"} with ${cellText(best, metric)}.`,
    ...(cells.some(isHollow) ? ["Hollow bars are not exact."] : []),
    ...barSentences(
      cells.map((cell) => behindOf(cell, data)),
      [name],
    ),
    ...(missing > 0 ? [`${missing} of ${cells.length} have no bar but a reason.`] : []),
  ].join(" ");
}

/** Return true if its bar is not an exact figure. */
export function isHollow({ state, value_kind }: PivotCell): boolean {
  return state === "measured" && value_kind !== "exact";
}

export function factorTable(data: FactorBarsData): DataTable {
  const metric = METRICS[data.metric];
  const behind = data.cells.map((cell) => behindOf(cell, data));
  const { columns, cells: behindCells } = behindColumns(behind, [metric], { withCount: false, withExtremes: false });
  const text = (value: Cell) => String(value ?? "");
  const number = {
    unit: metric.unit,
    format: (value: Cell) => (value === null ? "" : metric.format(Number(value), { digits: 4 })),
  };
  return {
    caption: metric.label,
    columns: [
      { label: data.rowLabel ?? "Row", unit: null, format: text },
      { label: data.columnLabel ?? "Column", unit: null, format: text },
      { label: "State", unit: null, format: text },
      { label: metric.label, ...number },
      { label: "Precision", unit: null, format: text },
      { label: "n", unit: null, format: text },
      { label: "Lowest", ...number },
      { label: "Highest", ...number },
      ...columns,
    ],
    rows: data.cells.map((cell, index): Cell[] => [
      cell.row,
      cell.column,
      cell.state.replace("_", " "),
      cell.value,
      cell.value_kind,
      cell.n,
      cell.min ?? cell.low,
      cell.max ?? cell.high,
      ...behindCells(behind[index]?.n === undefined ? null : (behind[index] ?? null)),
    ]),
  };
}

export const factorBars: ChartDefinition<FactorBarsData> = {
  id: "factor-bars",
  title: "Results by factors",
  height: factorBarsHeight,
  option: factorBarsOption,
  legend: () => [],
  describe,
  table: factorTable,
  zoomable: false,
};
