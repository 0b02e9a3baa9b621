/** Recent imports, newest first. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { importsQuery } from "@/api/imports";
import { sessionQuery } from "@/api/session";
import type { Import, Session } from "@/api/types";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { ErrorNotice } from "@/components/notice";
import { Paging } from "@/components/paging";
import { StateLabel } from "@/components/state-label";
import { formatBinaryBytes } from "@/lib/units";
import { messages } from "@/messages";
import { imports as words } from "@/messages/imports";
import { mayRemove } from "./permission";
import { RemoveButton } from "./remove-button";

const TABLE_WIDTH = 900;

export interface ImportsListProps {
  cursor: string | undefined;
  go: (cursor: string | undefined) => void;
}

export function ImportsList({ cursor, go }: ImportsListProps) {
  const api = useApi();
  const { data: session } = useQuery(sessionQuery(api));
  const { data, error, refetch } = useQuery(importsQuery(api, cursor));
  const columns = columnsFor(session);
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <TableSkeleton caption={words.caption} columns={columns} rows={4} minWidth={TABLE_WIDTH} />;
  if (data.items.length === 0) return <Text c="dimmed">{words.none}</Text>;
  return (
    <>
      <DataTable
        caption={words.caption}
        columns={columns}
        rows={data.items}
        rowKey={({ id }) => id}
        minWidth={TABLE_WIDTH}
      />
      <Paging cursor={cursor} nextCursor={data.next_cursor} go={go} />
    </>
  );
}

function columnsFor(session: Session | undefined): readonly Column<Import>[] {
  return [
    {
      key: "number",
      title: words.columns.number,
      cell: ({ number }) => (
        <AnchorLink to="/import/$ref" params={{ ref: number }}>
          {number}
        </AnchorLink>
      ),
    },
    { key: "title", title: words.columns.title, wrap: true, cell: ({ title }) => title },
    { key: "state", title: words.columns.state, cell: ({ state }) => <StateLabel state={state} /> },
    {
      key: "files",
      title: words.columns.files,
      numeric: true,
      cell: ({ files }) => words.picked(words.files(files.count), formatBinaryBytes(files.bytes)),
    },
    { key: "results", title: words.columns.results, numeric: true, cell: ({ results }) => results.length },
    { key: "who", title: words.columns.by, cell: ({ created_by }) => created_by ?? messages.unknown },
    { key: "when", title: words.columns.when, cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      key: "action",
      title: words.columns.action,
      cell: (made) => (mayRemove(made, session) ? <RemoveButton made={made} listed /> : messages.none),
    },
  ];
}
