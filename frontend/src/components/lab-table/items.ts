/** What stands below each other in a table: rows, and the heads of their groups. */
import type { RowGrouping } from "./columns";

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
