/** Grouped bars with their numbers and a sentence. */
import type { PivotCell } from "@/api/pivot";
import { METRICS } from "@/lib/metrics";
import { isNumber } from "@/lib/value-kind";
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { cellText, type FactorBarsData, factorBarsHeight, factorBarsOption } from "./option";

function describe({ metric: name, cells }: FactorBarsData): string {
  const metric = METRICS[name];
  const known = cells.filter(
    (cell): cell is PivotCell & { value: number } => cell.value !== null && isNumber(cell.value_kind),
  );
  const [first] = known;
  if (!first) return `${metric.label}: there is no figure.`;
  const sign = metric.better === "higher" ? 1 : -1;
  const best = known.reduce((found, cell) => (sign * cell.value > sign * found.value ? cell : found), first);
  const place = [best.row, best.column].filter((part) => part !== null).join(", ");
  const missing = cells.filter(({ state }) => state !== "measured").length;
  return [
    metric.better === "higher" ? "Higher is better." : "Lower is better.",
    `Best is ${place || "the one result"} with ${cellText(best, metric)}.`,
    ...(cells.some(isHollow) ? ["Hollow bars are not exact figures."] : []),
    ...(missing > 0 ? [`${missing} of ${cells.length} have no bar, and say why.`] : []),
  ].join(" ");
}

/** Whether its bar is no exact figure. */
function isHollow({ state, value_kind }: PivotCell): boolean {
  return state === "measured" && value_kind !== "exact";
}

function table(data: FactorBarsData): DataTable {
  const metric = METRICS[data.metric];
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
      { label: "Kind of value", unit: null, format: text },
      { label: "n", unit: null, format: text },
      { label: "Least", ...number },
      { label: "Most", ...number },
    ],
    rows: data.cells.map((cell): Cell[] => [
      cell.row,
      cell.column,
      cell.state.replace("_", " "),
      cell.value,
      cell.value_kind,
      cell.n,
      cell.least ?? cell.low,
      cell.most ?? cell.high,
    ]),
  };
}

export const factorBars: ChartDefinition<FactorBarsData> = {
  id: "factor-bars",
  title: "Results by factors",
  metrics: [],
  height: factorBarsHeight,
  option: factorBarsOption,
  legend: () => [],
  describe,
  table,
  zoomable: false,
};
