/** The rows of a table in their order, and what its head needs to know of each column. */
import {
  type ColumnDef,
  createSortedRowModel,
  functionalUpdate,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import type { LabColumn } from "./columns";
import { canSort, compareValues, readSort, writeSort } from "./sort";

const FEATURES = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

export interface TableModelOptions<Row extends object> {
  columns: readonly LabColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort: string | undefined;
  changeSort: ((sort: string | undefined) => void) | undefined;
  isSortedByServer: boolean;
}

export interface HeadCell<Row> {
  column: LabColumn<Row>;
  direction: "asc" | "desc" | false;
  /** Undefined for a column that cannot be sorted. */
  sort: (() => void) | undefined;
}

/** `columns` and `rows` have to be the same arrays as long as nothing in them changes. */
export function useTableModel<Row extends object>(options: TableModelOptions<Row>) {
  const { columns, rows, rowKey, sort, changeSort, isSortedByServer } = options;
  const definitions = useMemo(() => columns.map(define), [columns]);
  const sorting = useMemo(() => readSort(sort, columns), [sort, columns]);
  const table = useTable<typeof FEATURES, Row>({
    features: FEATURES,
    columns: definitions,
    data: rows,
    getRowId: rowKey,
    state: { sorting },
    onSortingChange: (update) => changeSort?.(writeSort(functionalUpdate(update, sorting))),
    manualSorting: isSortedByServer,
    enableMultiSort: false,
  });
  const head = columns.map((column): HeadCell<Row> => {
    const own = table.getColumn(column.key);
    return {
      column,
      direction: own?.getIsSorted() ?? false,
      sort: changeSort && own?.getCanSort() ? () => own.toggleSorting() : undefined,
    };
  });
  return { rows: table.getRowModel().rows, head };
}

function define<Row extends object>(column: LabColumn<Row>): ColumnDef<typeof FEATURES, Row> {
  return {
    id: column.key,
    accessorFn: (row) => column.value?.(row) ?? undefined,
    enableSorting: canSort(column),
    sortDescFirst: (column.numeric ?? false) && !column.lowFirst,
    sortUndefined: "last",
    sortFn: (a, b, id) => compareValues(a.getValue(id), b.getValue(id)),
  };
}
