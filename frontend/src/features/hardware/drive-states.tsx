/** The ledger of a drive: in which states what really ran left it. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/context";
import { driveStatesQuery } from "@/api/drive-life";
import type { DriveStateEntry } from "@/api/types";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { ErrorNotice } from "@/components/notice";
import { Paging } from "@/components/paging";
import { factText } from "@/components/snapshot-rows";
import { formatBytes } from "@/lib/units";
import { messages, word } from "@/messages";
import { driveLife as words } from "@/messages/drive-life";

const TABLE_WIDTH = 820;

const COLUMNS: readonly Column<DriveStateEntry>[] = [
  { key: "at", title: words.columns.at, cell: ({ at }) => <Moment at={at} /> },
  { key: "state", title: words.columns.state, cell: ({ state }) => word(words.stateWords, state) },
  { key: "workload", title: words.columns.workload, wrap: true, cell: workloadText },
  {
    key: "written",
    title: words.columns.written,
    numeric: true,
    cell: ({ written_bytes }) => (written_bytes === null ? messages.unknown : formatBytes(written_bytes)),
  },
  { key: "reason", title: words.columns.reason, wrap: true, cell: ({ reason }) => reason },
  {
    key: "run",
    title: words.columns.run,
    cell: ({ run_number }) =>
      run_number === null ? (
        messages.none
      ) : (
        <AnchorLink to="/runs/$ref" params={{ ref: run_number }}>
          {run_number}
        </AnchorLink>
      ),
  },
];

export function DriveStates({ reference }: { reference: string }) {
  const api = useApi();
  const [cursor, go] = useState<string>();
  const { data, error, refetch } = useQuery(driveStatesQuery(api, reference, cursor));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <TableSkeleton caption={words.statesCaption} columns={COLUMNS} rows={2} minWidth={TABLE_WIDTH} />;
  if (data.items.length === 0 && !cursor) return <Text c="dimmed">{words.noStates}</Text>;
  return (
    <>
      <DataTable
        caption={words.statesCaption}
        columns={COLUMNS}
        rows={data.items}
        rowKey={({ id }) => String(id)}
        minWidth={TABLE_WIDTH}
      />
      <Paging cursor={cursor} nextCursor={data.next_cursor} go={go} />
    </>
  );
}

/** The sentence of the workload where it has one, else its fields. */
function workloadText({ workload }: DriveStateEntry): string {
  if (workload === null) return messages.none;
  const { description } = workload;
  if (typeof description === "string" && description !== "") return description;
  return factText("workload", workload) ?? messages.unknown;
}
