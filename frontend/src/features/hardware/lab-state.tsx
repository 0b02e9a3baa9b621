/** The whole inventory: what there is, what needs attention, what contradicts itself, and what changed. */

import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { alertsQuery, conflictsQuery } from "@/api/alerts";
import { useApi } from "@/api/context";
import { labChangesQuery } from "@/api/hardware";
import { serversQuery } from "@/api/servers";
import type { Alert, HardwareConflict, Server } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { InventoryLinks } from "@/components/inventory-links";
import { AnchorLink } from "@/components/link";
import { Loading } from "@/components/loading";
import { ErrorNotice } from "@/components/notice";
import { PageHeader, Section } from "@/components/page";
import { PieceLink, PieceLinks } from "@/components/piece-link";
import { messages, word } from "@/messages";
import { hardware } from "@/messages/hardware";
import { overview as words } from "@/messages/overview";
import classes from "./hardware.module.css";
import { CHANGES_WIDTH, ChangeTable, LAB_CHANGE_COLUMNS } from "./history";

const CHANGES_SHOWN = 10;
const TABLE_WIDTH = 720;

export function OverviewPage() {
  return (
    <>
      <PageHeader title={words.title} />
      <InventoryLinks />
      <Section title={words.counts}>
        <Counts />
      </Section>
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

function Counts() {
  const { data, error, refetch } = useQuery(serversQuery(useApi()));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading height={48} />;
  const { items, next_cursor } = data;
  const drives = items.reduce((sum, { drive_count }) => sum + drive_count, 0);
  return (
    <dl className={classes.counts}>
      <div className={classes.count}>
        <dt>
          <AnchorLink to="/inventory/servers">{hardware.pages.servers}</AnchorLink>
        </dt>
        <dd data-numeric>{words.serverCount(items.length, next_cursor !== null)}</dd>
      </div>
      <div className={classes.count}>
        <dt>
          <AnchorLink to="/drives">{hardware.pages.drives}</AnchorLink>
        </dt>
        <dd data-numeric>{words.driveCount(drives, next_cursor !== null)}</dd>
      </div>
      {statesOf(items).map(([state, count]) => (
        <div key={state} className={classes.count}>
          <dt>{words.serversIn(word(messages.states, state))}</dt>
          <dd data-numeric>{count}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How many servers are in each state that occurs. */
function statesOf(servers: readonly Server[]): [state: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { state } of servers) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
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
  const { data, error, refetch } = useQuery(labChangesQuery(useApi(), {}, CHANGES_SHOWN));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading height={240} />;
  if (data.items.length === 0) return <Text c="dimmed">{words.noChanges}</Text>;
  return (
    <>
      <ChangeTable changes={data.items} columns={LAB_CHANGE_COLUMNS} minWidth={CHANGES_WIDTH} />
      <Text>
        <AnchorLink to="/inventory/changes" search={{}}>
          {words.allChanges}
        </AnchorLink>
      </Text>
    </>
  );
}
