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

/**
 * Sort the rows by the exact values of a column. Equal ones keep their order, and unknown ones are last in both
 * directions.
 */
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

/**
 * Return the sorting after a press on the head of a column: ascending, then descending, then the order of the chart.
 */
export function nextSorting(sorting: Sorting | null, column: number): Sorting | null {
  if (sorting?.column !== column) return { column, descending: false };
  return sorting.descending ? null : { column, descending: true };
}
