/** Columns of the table of runs as addresses and the lab have them: `iops`, `label.release`, `p99@"4K random read"`. */
import { quoted } from "./query-parts";

export const MAX_COLUMNS = 64;

/** Quoted texts, and single characters. */
const PIECE = /"(?:[^"\\]|\\.)*"|./gsu;

/** Return the columns of a list with commas between them; those within quotation marks and parentheses part nothing. */
export function splitColumns(text: string | undefined): string[] {
  const columns = [""];
  let depth = 0;
  for (const [piece] of (text ?? "").matchAll(PIECE)) {
    if (piece === "(") depth += 1;
    if (piece === ")") depth = Math.max(0, depth - 1);
    if (piece === "," && depth === 0) columns.push("");
    else columns[columns.length - 1] += piece;
  }
  return [...new Set(columns.map((column) => column.trim()).filter(Boolean))].slice(0, MAX_COLUMNS);
}

export function joinColumns(columns: readonly string[]): string {
  return columns.join(",");
}

/** Return the column of a figure of one workload. */
export function figureOf(figure: string, workload: string): string {
  return `${figure}@${quoted(workload)}`;
}

/** Return field and workload of a column; the workload is without its quotation marks, null for none. */
export function readColumn(column: string): { field: string; workload: string | null } {
  const at = column.indexOf("@");
  if (at < 0) return { field: column, workload: null };
  const written = column.slice(at + 1);
  const workload = written.startsWith('"') ? written.slice(1, -1).replace(/\\(.)/g, "$1") : written;
  return { field: column.slice(0, at), workload };
}

/** Return the column of an order and whether it goes down: `-iops` is `iops` from high to low. */
export function readOrder(sort: string): { column: string; isDown: boolean } {
  return sort.startsWith("-") ? { column: sort.slice(1), isDown: true } : { column: sort, isDown: false };
}
