/** Definition of a column of a table. */
import type { ReactNode } from "react";

export type SortValue = string | number | boolean | null | undefined;

export interface LabColumn<Row> {
  key: string;
  title: string;
  /** Explanation of a short title. */
  hint?: string;
  cell: (row: Row) => ReactNode;
  /** In px; a column that grows takes at least so much. */
  width: number;
  /** In px, where the table has less room than its columns take. */
  minWidth?: number;
  /** Takes the room that the others leave. */
  grows?: boolean;
  /** Figures: they are aligned right, and their first order is from high to low. */
  numeric?: boolean;
  /** True if less is better: the first order is nevertheless from low to high. */
  lowFirst?: boolean;
  /** Value by which the browser sorts. Rows without a value come last. */
  value?: (row: Row) => SortValue;
  /** True if the server sorts by it, where the server sorts. */
  sortable?: boolean;
  /** Fields of its list that the server sorts by. */
  sortFields?: readonly string[];
  /** Rank of its value among the listed ones, 0 to 4; undefined where it is unknown. */
  shade?: (row: Row) => number | undefined;
  /** Content of this column for a group of rows. */
  ofGroup?: (rows: readonly Row[]) => ReactNode;
  /** Its place on a card: right of the name, or in the lines below. The first column is the name; phones have no pictures. */
  onCard?: "picture" | "figure" | "side" | "note";
  /** Its content on a card, where that is another one than in the cell: there is no head to name it. */
  card?: (row: Row) => ReactNode;
}

export interface RowGrouping<Row> {
  /** Groups are in the order of their first rows. */
  of: (row: Row) => { key: string; title: string };
  note?: (rows: readonly Row[]) => ReactNode;
  /** Rows of a group with those that the server still has. */
  count?: (rows: readonly Row[]) => number;
}

export interface RowSelection {
  /** Keys of rows; those of rows that are not listed stay selected. */
  selected: readonly string[];
  change: (selected: string[]) => void;
  max?: number;
  /** Place of a selected row among those that are compared, which decides its colour there. */
  mark?: (key: string) => number | undefined;
}

/** Actions of keys on the active row. */
export type RowActs = Readonly<Record<string, { label: string; run: (key: string) => void }>>;

export interface RowPeek<Row> {
  /** Key of the row that is shown beside the table. */
  shown: string | undefined;
  change: (key: string | undefined) => void;
  render: (row: Row) => ReactNode;
}

/** Rows that the server still has. */
export interface MoreRows {
  load: () => void;
  isLoading: boolean;
  /** They come by themselves at the end of the list, unless that failed. */
  hasFailed: boolean;
}

/** Rows of a list with a known length, of which only some are there. All are of one height. */
export interface SparseRows<Row> {
  /** Differs for another list, which is shown from its first row. */
  id: string;
  /** Calls back when rows have come or their number has changed; returns how to end that. */
  subscribe: (notify: () => void) => () => void;
  /** Differs after each of these calls. */
  version: () => number;
  /** Number of listed rows; those beyond on the server are unknown until counted. */
  count: () => number;
  isCounted: () => boolean;
  at: (index: number) => Row | undefined;
  /** Index of a row; -1 for one that is not there. */
  indexOf: (key: string) => number;
  /** The rows that come with the list. */
  first: () => readonly Row[];
  /** Has the rows from one to before another read, and no others any more. */
  want: (from: number, to: number) => void;
  /** Reads the rows from one to before another. */
  read: (from: number, to: number) => Promise<readonly Row[]>;
}
