/** The numbers of a chart as a table, folded away until somebody wants to read them. */
import { Table } from "@mantine/core";
import { useState } from "react";
import type { DataTable } from "./definition";
import classes from "./readings.module.css";

/** The table is made only once it is opened: a long run has more than a thousand rows. */
export function Readings({ label, makeTable }: { label: string; makeTable: () => DataTable }) {
  const [open, setOpen] = useState(false);
  return (
    <details className={classes.details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.summary}>{label}</summary>
      {open && <OpenTable table={makeTable()} />}
    </details>
  );
}

function OpenTable({ table: { caption, columns, rows } }: { table: DataTable }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard.
    <section className={classes.scroller} aria-label={caption} tabIndex={0}>
      <Table captionSide="top" tabularNums highlightOnHover verticalSpacing={4} stickyHeader>
        <Table.Caption ta="left">{caption}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ label }) => (
              <Table.Th key={label} scope="col">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and their order is their place.
            <Table.Tr key={index}>
              {columns.map(({ label, format }, column) => (
                <Table.Td key={label}>{format(row[column] ?? null)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
