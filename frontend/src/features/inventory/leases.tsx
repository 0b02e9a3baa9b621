/** Resources of a server that attempts currently hold: its host, controllers and drives. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { leasesQuery } from "@/api/server-care";
import type { Lease, Server } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { ErrorNotice } from "@/components/notice";
import { serverCare as words } from "@/messages/server-care";

const COLUMNS: readonly Column<Lease>[] = [
  { key: "resource", title: words.leaseColumns.resource, cell: ({ resource }) => <code>{resource}</code> },
  {
    key: "run",
    title: words.leaseColumns.run,
    cell: ({ run_number }) => (
      <AnchorLink to="/runs/$ref" params={{ ref: run_number }}>
        {run_number}
      </AnchorLink>
    ),
  },
  { key: "since", title: words.leaseColumns.since, cell: ({ acquired_at }) => <Moment at={acquired_at} /> },
];

export function Leases({ server }: { server: Server }) {
  const api = useApi();
  const { data, error, refetch } = useQuery(leasesQuery(api, server.number));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  const held = data?.items ?? [];
  if (held.length === 0) return <Text c="dimmed">{words.noLeases}</Text>;
  return (
    <DataTable
      caption={words.leasesCaption}
      columns={COLUMNS}
      rows={held}
      rowKey={({ resource }) => resource}
      minWidth={600}
    />
  );
}
