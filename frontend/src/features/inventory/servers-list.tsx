/** The servers of the lab with their state. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { serversQuery } from "@/api/servers";
import type { Server } from "@/api/types";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { AnchorLink, ButtonLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { ErrorNotice } from "@/components/notice";
import { EmptyState } from "@/components/page";
import { StateLabel } from "@/components/state-label";
import { messages } from "@/messages";
import { servers as words } from "@/messages/inventory";
import { reachedThrough } from "./server-text";

const TABLE_WIDTH = 1000;

const COLUMNS: readonly Column<Server>[] = [
  {
    key: "number",
    title: words.columns.number,
    cell: (server) => (
      <AnchorLink to="/inventory/servers/$ref" params={{ ref: server.number }}>
        {server.number}
      </AnchorLink>
    ),
  },
  { key: "name", title: words.columns.name, cell: (server) => server.name },
  { key: "state", title: words.columns.state, cell: (server) => <StateLabel state={server.state} /> },
  { key: "address", title: words.columns.address, cell: reachedThrough },
  { key: "system", title: words.columns.system, cell: (server) => server.os_name ?? messages.unknown },
  { key: "cpu", title: words.columns.cpu, wrap: true, cell: (server) => server.cpu_model ?? messages.unknown },
  { key: "drives", title: words.columns.drives, numeric: true, cell: (server) => server.drive_count },
  { key: "fio", title: words.columns.fio, cell: (server) => server.fio_version ?? messages.unknown },
  { key: "seen", title: words.columns.seen, cell: (server) => <Moment at={server.last_seen_at} /> },
];

export function ServersList() {
  const api = useApi();
  const { data, error, refetch } = useQuery(serversQuery(api));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <TableSkeleton caption={words.caption} columns={COLUMNS} rows={3} minWidth={TABLE_WIDTH} />;
  if (data.items.length === 0) {
    return (
      <EmptyState title={words.emptyTitle}>
        <Text>{words.empty}</Text>
        <ButtonLink to="/inventory/servers/new">{words.add}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <DataTable
      caption={words.caption}
      columns={COLUMNS}
      rows={data.items}
      rowKey={(server) => server.id}
      minWidth={TABLE_WIDTH}
    />
  );
}
