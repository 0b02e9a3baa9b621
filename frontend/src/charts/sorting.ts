/** The rows of a table in the order of one of its columns. */
import type { Cell } from "./definition";

export interface Sorting {
  column: number;
  descending: boolean;
}

const isUnknown = (cell: Cell | undefined): boolean => cell === null || cell === undefined || cell === "";

function compare(a: Cell, b: Cell): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  // Words count the numbers in them: r-9 comes before r-10.
  return String(a).localeCompare(String(b), undefined, { numeric: true });
}

/** The rows by the exact values of a column; equal ones stay as they are, and what is unknown stands last either way. */
export function sortedRows(rows: readonly Cell[][], sorting: Sorting | null): readonly Cell[][] {
  if (!sorting) return rows;
  const { column, descending } = sorting;
  return rows.toSorted((one, other) => {
    const [a = null, b = null] = [one[column], other[column]];
    const [isLast, isOtherLast] = [isUnknown(a), isUnknown(b)];
    if (isLast || isOtherLast) return Number(isLast) - Number(isOtherLast);
    return descending ? compare(b, a) : compare(a, b);
  });
}

/** What a press on the head of a column asks for: upwards, then downwards, then as the chart has it. */
export function nextSorting(sorting: Sorting | null, column: number): Sorting | null {
  if (sorting?.column !== column) return { column, descending: false };
  return sorting.descending ? null : { column, descending: true };
}
