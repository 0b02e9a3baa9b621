/** A table in its own sideways scroller, with a skeleton of the same height while its rows are on the way. */
import { Skeleton, Table } from "@mantine/core";
import type { ReactNode } from "react";
import { messages } from "@/messages";
import classes from "./data-table.module.css";

export interface Column<Row> {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are aligned right. */
  numeric?: boolean;
  /** Long text may wrap; everything else stays on one line. */
  wrap?: boolean;
  /** Text that is cut with an ellipsis, in this share of the table's width, in percent; its cell has it whole as title. */
  cut?: number;
  /** Left out where the page has no room for all columns. */
  minor?: boolean;
}

export interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  minWidth?: number;
  /** A long table scrolls in itself instead of stretching the page. */
  long?: boolean;
}

export function DataTable<Row>({ caption, columns, rows, rowKey, minWidth, long = false }: DataTableProps<Row>) {
  return (
    <Scroller caption={caption} long={long}>
      <Table className={classes.table} miw={minWidth}>
        <caption className="visually-hidden">{caption}</caption>
        <Head columns={columns} />
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map((column) => (
                <Table.Td
                  key={column.key}
                  data-numeric={column.numeric || undefined}
                  data-wrap={column.wrap || undefined}
                  data-cut={column.cut !== undefined || undefined}
                  data-minor={column.minor || undefined}
                >
                  {column.cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scroller>
  );
}

export function TableSkeleton<Row>({
  caption,
  columns,
  rows = 8,
  minWidth,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows?: number;
  minWidth?: number;
}) {
  return (
    <Scroller caption={caption}>
      <Table className={classes.table} miw={minWidth} aria-busy="true">
        <caption className="visually-hidden">{messages.loading}</caption>
        <Head columns={columns} />
        <Table.Tbody>
          {Array.from({ length: rows }, (_, index) => index).map((index) => (
            <Table.Tr key={index}>
              {columns.map((column) => (
                <Table.Td key={column.key} data-minor={column.minor || undefined}>
                  <Skeleton height={12} my={4} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scroller>
  );
}

function Head<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <Table.Thead>
      <Table.Tr>
        {columns.map((column) => (
          <Table.Th
            key={column.key}
            scope="col"
            data-numeric={column.numeric || undefined}
            data-cut={column.cut !== undefined || undefined}
            data-minor={column.minor || undefined}
            w={column.cut === undefined ? undefined : `${column.cut}%`}
          >
            {column.title}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

function Scroller({ caption, long, children }: { caption: string; long?: boolean; children: ReactNode }) {
  return (
    <section
      className={classes.scroller}
      data-long={long || undefined}
      aria-label={messages.scrollTable(caption)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
      tabIndex={0}
    >
      {children}
    </section>
  );
}
