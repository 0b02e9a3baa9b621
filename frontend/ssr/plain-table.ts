/** The table of a chart as it is frozen: exact values in base units, words as a reader sees them. */
import type { Cell, DataTable, TableColumn } from "@/charts/definition";

export interface PlainColumn {
  title: string;
  /** Unit of the numbers below; null for text and plain numbers. */
  unit: string | null;
}

export interface PlainTable {
  caption: string;
  columns: PlainColumn[];
  rows: Cell[][];
}

/** Units of columns that are written otherwise in what is frozen, and what their numbers are multiplied by. */
const OTHERWISE: Readonly<Record<string, { unit: string; factor: number }>> = {
  ms: { unit: "s", factor: 1e-3 },
  "%": { unit: "percent", factor: 1 },
  "1": { unit: "count", factor: 1 },
};
const BASE_UNITS: ReadonlySet<string> = new Set(["1/s", "bytes/s", "ns", "bytes", "s", "percent", "ratio", "count"]);

function plainColumn({ label, unit }: TableColumn): PlainColumn {
  if (unit === null) return { title: label, unit };
  const base = OTHERWISE[unit]?.unit ?? unit;
  return BASE_UNITS.has(base) ? { title: label, unit: base } : { title: `${label} (${unit})`, unit: null };
}

function plainCell(value: Cell | undefined, { unit, format }: TableColumn): Cell {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "string") return format(value);
  if (!Number.isFinite(value)) return null;
  const factor = unit === null ? 1 : (OTHERWISE[unit]?.factor ?? 1);
  return factor === 1 ? value : value * factor;
}

export function plainTable({ caption, columns, rows }: DataTable): PlainTable {
  return {
    caption,
    columns: columns.map(plainColumn),
    rows: rows.map((row) => columns.map((column, index) => plainCell(row[index], column))),
  };
}
