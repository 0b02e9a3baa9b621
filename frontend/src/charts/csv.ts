/** Tables as CSV: exact numbers, and text that a spreadsheet cannot take for a formula. */
import type { Cell, DataTable } from "./definition";

// A spreadsheet may run what begins with one of these, also after spaces, control characters and in full-width letters.
const FORMULA_START = /^(?:\p{Cc}|[\s\p{Cc}]*[=+\-@＝＋－＠])/u;
const NEEDS_QUOTES = /[",\r\n]/;

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const harmless = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** One line by RFC 4180. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** Return the table as CSV by RFC 4180; units are in the header, unknown values are empty. */
export function toCsv({ columns, rows }: DataTable): string {
  const head = columns.map(({ label, unit }) => (unit ? `${label} (${unit})` : label));
  return [head, ...rows].map(csvLine).join("");
}
