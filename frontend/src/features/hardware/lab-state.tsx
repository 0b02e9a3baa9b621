/** The state of all hardware: what needs attention, what contradicts itself, and what changed last. */

import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { alertsQuery, conflictsQuery } from "@/api/alerts";
import { useApi } from "@/api/context";
import { newestChangesQuery } from "@/api/hardware";
import { RECENT_CHANGES } from "@/api/server-prefetch";
import type { Alert, HardwareConflict } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { PieceLink, PieceLinks } from "@/components/piece-link";
import { overview as words } from "@/messages/overview";
import { CHANGES_WIDTH, ChangeTable, LAB_CHANGE_COLUMNS } from "./history";

const TABLE_WIDTH = 720;

export function LabState() {
  return (
    <>
      <Section title={words.alerts}>
        <Alerts />
      </Section>
      <Section title={words.conflicts}>
        <Conflicts />
      </Section>
      <Section title={words.changes}>
        <RecentChanges />
      </Section>
    </>
  );
}

const ALERT_COLUMNS: readonly Column<Alert>[] = [
  { key: "severity", title: words.columns.severity, cell: ({ severity }) => <ConditionLabel condition={severity} /> },
  { key: "message", title: words.columns.message, wrap: true, cell: ({ message }) => message },
  {
    key: "where",
    title: words.columns.where,
    wrap: true,
    cell: ({ link }) => <PieceLink kind={link.component} piece={link} />,
  },
];

function Alerts() {
  const { data, error, refetch } = useQuery(alertsQuery(useApi()));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) {
    return <TableSkeleton caption={words.alertCaption} columns={ALERT_COLUMNS} rows={4} minWidth={TABLE_WIDTH} />;
  }
  const { critical, warning, notice } = data.counts;
  const all = critical + warning + notice;
  if (all === 0) return <Text>{words.calm}</Text>;
  return (
    <>
      <Text>{words.alertCounts(critical, warning, notice)}</Text>
      <DataTable
        caption={words.alertCaption}
        columns={ALERT_COLUMNS}
        rows={data.items}
        rowKey={({ kind, link, message }) => `${kind} ${link.id} ${message}`}
        minWidth={TABLE_WIDTH}
        long
      />
      {data.items.length < all && <Text c="dimmed">{words.alertMore(data.items.length, all)}</Text>}
    </>
  );
}

const CONFLICT_COLUMNS: readonly Column<HardwareConflict>[] = [
  { key: "message", title: words.columns.message, wrap: true, cell: ({ message }) => message },
  {
    key: "components",
    title: words.columns.components,
    wrap: true,
    cell: ({ components }) =>
      components.map((piece, index) => (
        <span key={piece.id}>
          {index > 0 && ", "}
          <PieceLink kind={piece.component} piece={piece} />
        </span>
      )),
  },
  {
    key: "servers",
    title: words.columns.servers,
    wrap: true,
    cell: ({ servers }) => <PieceLinks kind="server" pieces={servers} />,
  },
];

function Conflicts() {
  const { data, error, refetch } = useQuery(conflictsQuery(useApi()));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading height={20} />;
  if (data.items.length === 0) return <Text>{words.noConflicts}</Text>;
  return (
    <>
      <Text c="dimmed">{words.conflictsMeans}</Text>
      <DataTable
        caption={words.conflictsCaption}
        columns={CONFLICT_COLUMNS}
        rows={data.items}
        rowKey={({ kind, components }) => `${kind} ${components.map(({ id }) => id).join(" ")}`}
        minWidth={TABLE_WIDTH}
        long
      />
      {(data.truncated || data.next_cursor !== null) && <Text c="dimmed">{words.conflictsMore}</Text>}
    </>
  );
}

function RecentChanges() {
  const { data, error, refetch } = useQuery(newestChangesQuery(useApi(), RECENT_CHANGES));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading height={240} />;
  if (data.items.length === 0) return <Text c="dimmed">{words.noChanges}</Text>;
  return (
    <>
      <ChangeTable changes={data.items} columns={LAB_CHANGE_COLUMNS} minWidth={CHANGES_WIDTH} />
      <Text>
        <AnchorLink to="/servers/changes" search={{}}>
          {words.allChanges}
        </AnchorLink>
      </Text>
    </>
  );
}
