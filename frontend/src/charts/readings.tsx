/** The exact numbers of a chart as a table below it. */
import { Table, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { useState } from "react";
import type { DataTable } from "./definition";
import { exactText } from "./exact";
import classes from "./readings.module.css";
import { nextSorting, type Sorting, sortedRows } from "./sorting";

/** Draw all rows. They are made only when the table is opened, since a long run has more than a thousand. */
export function Readings({ table: { caption, columns, rows } }: { table: DataTable }) {
  const [chosen, setSorting] = useState<Sorting | null>(null);
  // Other data may have fewer columns.
  const sorting = chosen && chosen.column < columns.length ? chosen : null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard.
    <section className={classes.scroller} aria-label={caption} tabIndex={0}>
      <Table captionSide="top" tabularNums highlightOnHover verticalSpacing={4} stickyHeader>
        <Table.Caption ta="left">{caption}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ label }, column) => (
              <Table.Th
                key={label}
                scope="col"
                aria-sort={sortOf(sorting, column)}
                data-number={isNumeric(rows, column) || undefined}
              >
                <UnstyledButton className={classes.sort} onClick={() => setSorting(nextSorting(sorting, column))}>
                  {label}
                  <SortIcon sort={sortOf(sorting, column)} />
                </UnstyledButton>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sortedRows(rows, sorting).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and their order is their place.
            <Table.Tr key={index}>
              {columns.map((dataColumn, column) => (
                <Table.Td key={dataColumn.label} data-number={typeof row[column] === "number" || undefined}>
                  {exactText(dataColumn, row[column] ?? null)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

const isNumeric = (rows: DataTable["rows"], column: number): boolean =>
  rows.some((row) => typeof row[column] === "number");

type Sort = "ascending" | "descending" | undefined;

function sortOf(sorting: Sorting | null, column: number): Sort {
  if (sorting?.column !== column) return undefined;
  return sorting.descending ? "descending" : "ascending";
}

function SortIcon({ sort }: { sort: Sort }) {
  const Icon = sort === undefined ? IconArrowsSort : sort === "ascending" ? IconArrowUp : IconArrowDown;
  return <Icon size={14} aria-hidden="true" className={classes.icon} data-sorted={sort !== undefined} />;
}
