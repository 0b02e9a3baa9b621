/** Keys and their actions; keys that are pressed one after the other are shown separately. */
import { Kbd, Table } from "@mantine/core";
import { Fragment } from "react";
import { shortcuts as words } from "@/messages/shortcuts";
import classes from "./key-table.module.css";

export interface KeyTableProps {
  title: string;
  /** Action of each entry, by its keys: `b`, `g r`. */
  keys: Readonly<Record<string, string>>;
}

export function KeyTable({ title, keys }: KeyTableProps) {
  return (
    <Table className={classes.table}>
      <caption className={classes.caption}>{title}</caption>
      <Table.Thead className="visually-hidden">
        <Table.Tr>
          <Table.Th scope="col">{words.key}</Table.Th>
          <Table.Th scope="col">{words.does}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {Object.entries(keys).map(([pressed, label]) => (
          <Table.Tr key={pressed}>
            <Table.Th scope="row" className={classes.keys}>
              <Keys pressed={pressed} />
            </Table.Th>
            <Table.Td>{label}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Keys({ pressed }: { pressed: string }) {
  return pressed.split(" ").map((key, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same key may be pressed twice, and their order never changes.
    <Fragment key={index}>
      {index > 0 && ` ${words.followedBy} `}
      <Kbd>{key}</Kbd>
    </Fragment>
  ));
}
