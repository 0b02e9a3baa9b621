/** The numbers of a matrix of a report, and a sentence on them: for its cells and for its bars. */
import type { Cell, DataTable } from "../definition";
import type { MatrixPanel } from "./panels";
import { exactUnit, valueText } from "./units";

export function matrixTable(data: MatrixPanel): DataTable {
  return {
    caption: data.title,
    columns: [
      { label: data.row_label, unit: null, format: (value) => String(value ?? "") },
      ...data.columns.map((column) => ({
        label: column,
        unit: exactUnit(data.value.unit),
        format: (value: Cell) => valueText(data.value.unit, value, 4),
      })),
    ],
    rows: data.rows.map((row, index): Cell[] => [row, ...(data.values[index] ?? [])]),
  };
}

export function describeMatrix(data: MatrixPanel): string {
  const cells = data.values.flatMap((row, y) => row.map((value, x) => ({ value, x, y })));
  const measured = cells.filter((cell): cell is typeof cell & { value: number } => cell.value !== null);
  const first = measured[0];
  if (!first) return `${data.value.label}: no values.`;
  const highest = measured.reduce((best, cell) => (cell.value > best.value ? cell : best), first);
  const lowest = measured.reduce((best, cell) => (cell.value < best.value ? cell : best), first);
  const words = ({ value, x, y }: typeof first) =>
    `${valueText(data.value.unit, value)} at ${data.rows[y]}, ${data.columns[x]}`;
  return `${data.value.label} ranges from ${words(lowest)} to ${words(highest)}.`;
}
