/** Changes of a hardware component: before and after, time, source and author. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/context";
import { hardwareHistoryQuery, type PieceKind } from "@/api/hardware";
import type { HardwareChange } from "@/api/types";
import { changeTexts } from "@/components/change-text";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { ErrorNotice } from "@/components/notice";
import { Paging } from "@/components/paging";
import { isPieceKind, PieceLink } from "@/components/piece-link";
import { factName } from "@/components/snapshot-rows";
import { messages, word } from "@/messages";
import { hardware, history as words } from "@/messages/hardware";

const TABLE_WIDTH = 900;
export const CHANGES_WIDTH = 1100;

export const CHANGE_COLUMNS: readonly Column<HardwareChange>[] = [
  { key: "at", title: words.columns.at, cell: ({ at }) => <Moment at={at} /> },
  {
    key: "component",
    title: words.columns.component,
    wrap: true,
    cell: (change) => <ChangedComponent change={change} />,
  },
  {
    key: "change",
    title: words.columns.change,
    wrap: true,
    cell: ({ kind, field }) => (field === null ? word(words.kinds, kind) : factName(field)),
  },
  { key: "before", title: words.columns.before, wrap: true, cell: (change) => valueText(change, "before") },
  { key: "after", title: words.columns.after, wrap: true, cell: (change) => valueText(change, "after") },
  { key: "source", title: words.columns.source, cell: (change) => <ChangeSource change={change} /> },
  { key: "by", title: words.columns.by, cell: ({ changed_by }) => changed_by ?? messages.none },
];

const SERVER: Column<HardwareChange> = {
  key: "server",
  title: words.columns.server,
  wrap: true,
  cell: ({ server }) => (server ? <PieceLink kind="server" piece={server} /> : messages.none),
};

/** The same of the whole lab, where it matters in which server it was. */
export const LAB_CHANGE_COLUMNS = CHANGE_COLUMNS.flatMap((column) =>
  column.key === "component" ? [column, SERVER] : [column],
);

export function HardwareHistory({ kind, reference }: { kind: PieceKind; reference: string }) {
  const api = useApi();
  const [cursor, go] = useState<string>();
  const { data, error, refetch } = useQuery(hardwareHistoryQuery(api, kind, reference, cursor));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <TableSkeleton caption={words.caption} columns={CHANGE_COLUMNS} rows={3} minWidth={TABLE_WIDTH} />;
  if (data.items.length === 0 && !cursor) return <Text c="dimmed">{words.empty}</Text>;
  return (
    <>
      <ChangeTable changes={data.items} columns={CHANGE_COLUMNS} minWidth={TABLE_WIDTH} />
      <Paging cursor={cursor} nextCursor={data.next_cursor} go={go} />
    </>
  );
}

interface ChangeTableProps {
  changes: readonly HardwareChange[];
  columns: readonly Column<HardwareChange>[];
  minWidth: number;
}

export function ChangeTable({ changes, columns, minWidth }: ChangeTableProps) {
  return (
    <DataTable
      caption={words.caption}
      columns={columns}
      rows={changes}
      rowKey={({ id }) => String(id)}
      minWidth={minWidth}
    />
  );
}

function ChangedComponent({ change }: { change: HardwareChange }) {
  const { component, component_number: number, component_name: name } = change;
  if (name === null) return words.removed(word(hardware.kinds, component));
  return number !== null && isPieceKind(component) ? <PieceLink kind={component} piece={{ number, name }} /> : name;
}

function ChangeSource({ change: { source, run_number } }: { change: HardwareChange }) {
  if (run_number === null) return word(words.sources, source);
  return (
    <AnchorLink to="/runs/$ref" params={{ ref: run_number }}>
      {run_number}
    </AnchorLink>
  );
}

/** Return the value before or after a change. A component that appeared or vanished as a whole has no values. */
function valueText({ field, before, after }: HardwareChange, side: "before" | "after"): string {
  if (field === null && (side === "before" ? before : after) === null) return messages.none;
  const [was, is] = changeTexts(field ?? "", before, after);
  return (side === "before" ? was : is) ?? messages.unknown;
}
