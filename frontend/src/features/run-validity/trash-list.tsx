/** The runs in the trash, each with who put it there and why, and a button that restores it. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { runsQuery } from "@/api/runs";
import type { RunSummary } from "@/api/types";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { AnchorLink, ButtonLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { ErrorNotice } from "@/components/notice";
import { EmptyState } from "@/components/page";
import { Paging } from "@/components/paging";
import { messages } from "@/messages";
import { runValidity as words } from "@/messages/run-validity";
import { RestoreButton } from "./validity-banner";

const TABLE_WIDTH = 900;

export interface TrashListProps {
  cursor: string | undefined;
  go: (cursor: string | undefined) => void;
}

export function TrashList({ cursor, go }: TrashListProps) {
  const api = useApi();
  const { operate } = usePermissions();
  const { data, error, refetch } = useQuery(runsQuery(api, { trashed: true, cursor }));
  const columns = operate ? [...COLUMNS, RESTORE] : COLUMNS;
  return (
    <>
      {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!data && !error && <TableSkeleton caption={words.trashCaption} columns={columns} minWidth={TABLE_WIDTH} />}
      {data && data.items.length === 0 && (
        <EmptyState title={words.trashEmpty}>
          <Text>{words.trashEmptyHint}</Text>
          <ButtonLink to="/runs" variant="default">
            {words.backToRuns}
          </ButtonLink>
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <DataTable
          caption={words.trashCaption}
          columns={columns}
          rows={data.items}
          rowKey={({ id }) => id}
          minWidth={TABLE_WIDTH}
        />
      )}
      {data && <Paging cursor={cursor} nextCursor={data.next_cursor} go={go} />}
    </>
  );
}

const COLUMNS: readonly Column<RunSummary>[] = [
  {
    key: "number",
    title: words.trashColumns.number,
    cell: ({ number }) => (
      <AnchorLink to="/runs/$ref" params={{ ref: number }}>
        {number}
      </AnchorLink>
    ),
  },
  { key: "title", title: words.trashColumns.title, wrap: true, cell: ({ title }) => title },
  {
    key: "when",
    title: words.trashColumns.when,
    cell: ({ trashed }) => (trashed ? <Moment at={trashed.at} /> : messages.none),
  },
  { key: "by", title: words.trashColumns.by, cell: ({ trashed }) => trashed?.by ?? messages.unknown },
  {
    key: "reason",
    title: words.trashColumns.reason,
    wrap: true,
    cell: ({ trashed }) => trashed?.reason ?? messages.none,
  },
];

const RESTORE: Column<RunSummary> = {
  key: "restore",
  title: words.trashColumns.restore,
  cell: ({ number }) => <RestoreButton number={number} />,
};
