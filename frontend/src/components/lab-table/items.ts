/** Items of a table from top to bottom: rows, and the heads of their groups. */
import type { RowGrouping, SparseRows } from "./columns";

export interface KeyedRow<Row> {
  id: string;
  original: Row;
}

export interface GroupItem<Row> {
  kind: "group";
  key: string;
  title: string;
  rows: readonly Row[];
  isOpen: boolean;
}

export interface RowItem<Row> {
  kind: "row";
  key: string;
  row: Row;
}

export type TableItem<Row> = GroupItem<Row> | RowItem<Row>;

/** Rows of a group that is folded away are left out. */
export function listItems<Row>(
  rows: readonly KeyedRow<Row>[],
  grouping: RowGrouping<Row> | undefined,
  folded: ReadonlySet<string>,
): TableItem<Row>[] {
  if (!grouping) return rows.map(itemOf);
  const groups = new Map<string, { title: string; rows: KeyedRow<Row>[] }>();
  for (const row of rows) {
    const { key, title } = grouping.of(row.original);
    const group = groups.get(key) ?? { title, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  return [...groups].flatMap(([key, group]): TableItem<Row>[] => {
    const isOpen = !folded.has(key);
    const head = {
      kind: "group" as const,
      key,
      title: group.title,
      isOpen,
      rows: group.rows.map((row) => row.original),
    };
    return [head, ...(isOpen ? group.rows.map(itemOf) : [])];
  });
}

function itemOf<Row>({ id, original }: KeyedRow<Row>): RowItem<Row> {
  return { kind: "row", key: id, row: original };
}

/** The items of a table, all of them or those that are there. */
export interface ItemList<Row> {
  at: (index: number) => TableItem<Row> | undefined;
  /** Index of a row; -1 for one that is not there. */
  indexOf: (key: string) => number;
  /** Key of the row beside another; of the first one beside none. */
  beside: (key: string | null, distance: 1 | -1) => string | undefined;
  /** Keys of the rows that are selected together. */
  keys: () => readonly string[];
  /** Keys of all rows from one to another, no more than can be selected. Some may have to be read first. */
  through: (from: string, to: string, max: number) => readonly string[] | Promise<readonly string[]>;
}

/** Rows that belong to the one above them are passed over from row to row. */
export function wholeList<Row>(items: readonly TableItem<Row>[], isDetail?: (row: Row) => boolean): ItemList<Row> {
  const keys = items.flatMap((item) => (item.kind === "row" && !isDetail?.(item.row) ? [item.key] : []));
  return {
    at: (index) => items[index],
    indexOf: (row) => items.findIndex(({ kind, key }) => kind === "row" && key === row),
    beside: (key, distance) => {
      const at = key === null ? -1 : keys.indexOf(key);
      return at < 0 ? keys[0] : keys[at + distance];
    },
    keys: () => keys,
    through: (from, to) => {
      const [start, end] = [keys.indexOf(from), keys.indexOf(to)];
      return start < 0 ? [to] : keys.slice(Math.min(start, end), Math.max(start, end) + 1);
    },
  };
}

/** The list of rows of which only some are there. */
export function sparseList<Row>(rows: SparseRows<Row>, rowKey: (row: Row) => string): ItemList<Row> {
  const keyAt = (index: number) => {
    const row = rows.at(index);
    return row && rowKey(row);
  };
  return {
    at: (index) => {
      const row = rows.at(index);
      return row && { kind: "row", key: rowKey(row), row };
    },
    indexOf: rows.indexOf,
    beside: (key, distance) => {
      const at = key === null ? -1 : rows.indexOf(key);
      return keyAt(at < 0 ? 0 : at + distance);
    },
    keys: () => rows.first().map(rowKey),
    through: (from, to, max) => {
      const [start, end] = [rows.indexOf(from), rows.indexOf(to)];
      if (start < 0 || end < 0) return [to];
      const [low, high] = [Math.min(start, end), Math.max(start, end)];
      // Those that are selected already take no room, and the row itself is among them.
      const last = Math.min(high, low + 2 * max);
      const indexes = Array.from({ length: last - low + 1 }, (_, step) => low + step);
      const ends = last < high ? [keyAt(high) ?? to] : [];
      const keys = indexes.map(keyAt);
      if (keys.every((key) => key !== undefined)) return [...keys, ...ends];
      return rows.read(low, last + 1).then((loaded) => [...loaded.map(rowKey), ...ends]);
    },
  };
}
