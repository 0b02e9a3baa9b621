/** The table of every list: sorted, grouped, selected and looked into, however long it is; or cards, as on phones. */
import { useMediaQuery } from "@mantine/hooks";
import { useMemo, useState } from "react";
import type { LabColumn, MoreRows, RowActs, RowGrouping, RowPeek, RowSelection, SparseRows } from "./columns";
import { listItems } from "./items";
import { LoadMore } from "./load-more";
import { CardsFrame, SortSelect, TableCards } from "./table-cards";
import { useTableModel } from "./use-table-model";
import { WideTable } from "./wide-table";

const AT_ONCE = { getInitialValueInEffect: false };
const NOTHING: ReadonlySet<string> = new Set();

export interface LabTableProps<Row extends object> {
  /** Names the table for those who do not see it. */
  caption: string;
  /** The same array as long as the columns are the same. The first one stays in sight and holds the link of the row. */
  columns: readonly LabColumn<Row>[];
  /** The same array as long as the rows are the same. */
  rows: readonly Row[];
  /** The number of a row, by which people know it. */
  rowKey: (row: Row) => string;
  /** True for a row that belongs to the one above it. The same function as long as that does not change. */
  isDetail?: (row: Row) => boolean;
  /** Lines of a row. */
  lines?: 1 | 2;
  /** As the address has it: `iops`, or `-iops` from high to low. */
  sort?: string;
  changeSort?: (sort: string | undefined) => void;
  /** True if the server has sorted the rows. */
  isSortedByServer?: boolean;
  grouping?: RowGrouping<Row>;
  selection?: RowSelection;
  peek?: RowPeek<Row>;
  acts?: RowActs;
  /** Puts a column in the place of another one; the first stays. */
  moveColumn?: (key: string, to: string) => void;
  /** Undefined once all rows are there. */
  more?: MoreRows;
  /** The whole list, where a table can have it: in place of `rows` and `more`, which cards have. */
  sparse?: SparseRows<Row>;
  /** True if these rows answer an earlier request. */
  isBusy?: boolean;
  /** True if cards are shown where a table would fit. */
  asCards?: boolean;
}

export function LabTable<Row extends object>(props: LabTableProps<Row>) {
  const { columns, rows, rowKey, sort, changeSort, isSortedByServer = false, grouping, more } = props;
  const model = useTableModel({ columns, rows, rowKey, sort, changeSort, isSortedByServer });
  const [folded, setFolded] = useState(NOTHING);
  const items = useMemo(() => listItems(model.rows, grouping, folded), [model.rows, grouping, folded]);
  const fold = (group: string) =>
    setFolded(new Set(folded.has(group) ? [...folded].filter((key) => key !== group) : [...folded, group]));
  const isPhone = useMediaQuery("(max-width: 640px)", undefined, AT_ONCE);
  if (!isPhone && !props.asCards) return <WideTable {...props} head={model.head} items={items} fold={fold} />;
  return (
    <CardsFrame caption={props.caption} isPhone={isPhone}>
      {changeSort && <SortSelect head={model.head} sort={sort} change={changeSort} />}
      <TableCards {...props} items={items} isPhone={isPhone} isBusy={props.isBusy ?? false} />
      {more && <LoadMore more={more} />}
    </CardsFrame>
  );
}
