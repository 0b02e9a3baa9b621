/** Everything that waits and runs, in order: why it waits, and for operators the order itself. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { queueQuery } from "@/api/queue";
import type { QueueItem } from "@/api/types";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { ErrorNotice } from "@/components/notice";
import { EmptyState } from "@/components/page";
import { StateLabel } from "@/components/state-label";
import { messages } from "@/messages";
import { queue as words } from "@/messages/queue";
import { isWaiting, waitingJobs } from "./moves";
import { PriorityField } from "./priority-field";
import { Steps, useSteps } from "./steps";

const TABLE_WIDTH = 1040;

export function QueueTable() {
  const api = useApi();
  const { data, error, refetch } = useQuery(queueQuery(api));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <TableSkeleton caption={words.caption} columns={SHOWN} rows={4} minWidth={TABLE_WIDTH} />;
  return <Queue items={data.items} />;
}

function Queue({ items }: { items: readonly QueueItem[] }) {
  const { operate } = usePermissions();
  const { step, announcement, error } = useSteps(items);
  if (items.length === 0) {
    return (
      <EmptyState title={words.emptyTitle}>
        <Text>{words.empty}</Text>
      </EmptyState>
    );
  }
  const movable = new Set(waitingJobs(items));
  const columns: readonly Column<QueueItem>[] = [
    ...SHOWN,
    {
      key: "priority",
      title: words.columns.priority,
      numeric: !operate,
      cell: (item) => (operate && movable.has(item) ? <PriorityField item={item} /> : item.priority),
    },
  ];
  const order: Column<QueueItem> = {
    key: "order",
    title: words.columns.order,
    cell: (item) => movable.has(item) && <Steps items={items} item={item} step={step} />,
  };
  return (
    <>
      <Text c="dimmed">{words.explain}</Text>
      {error && <ErrorNotice error={error} />}
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
      <DataTable
        caption={words.caption}
        columns={operate ? [...columns, order] : columns}
        rows={items}
        rowKey={(item) => item.run_number}
        minWidth={TABLE_WIDTH}
      />
    </>
  );
}

const SHOWN: readonly Column<QueueItem>[] = [
  {
    key: "position",
    title: words.columns.position,
    numeric: true,
    cell: (item) => (isWaiting(item) && item.position !== null ? item.position : messages.none),
  },
  {
    key: "job",
    title: words.columns.job,
    cell: ({ job_number }) => (
      <AnchorLink to="/jobs/$ref" params={{ ref: job_number }}>
        {job_number}
      </AnchorLink>
    ),
  },
  {
    key: "run",
    title: words.columns.run,
    cell: ({ run_number }) => (
      <AnchorLink to="/runs/$ref" params={{ ref: run_number }}>
        {run_number}
      </AnchorLink>
    ),
  },
  {
    key: "server",
    title: words.columns.server,
    cell: ({ server }) => (
      <AnchorLink to="/inventory/servers/$ref" params={{ ref: server.number }}>
        {server.name}
      </AnchorLink>
    ),
  },
  { key: "state", title: words.columns.state, cell: ({ state }) => <StateLabel state={state} /> },
  {
    key: "reason",
    title: words.columns.reason,
    wrap: true,
    cell: ({ waiting_reason }) => waiting_reason ?? messages.none,
  },
  { key: "since", title: words.columns.since, cell: ({ since }) => <Moment at={since} /> },
];
