/** State of arrays and drives when each phase of a run was measured. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { conditionsQuery } from "@/api/runs";
import type { Run } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { ErrorNotice } from "@/components/notice";
import { messages } from "@/messages";
import { environment as words } from "@/messages/run";
import { type ConditionRow, conditionRows } from "./condition-rows";

const COLUMNS: readonly Column<ConditionRow>[] = [
  { key: "phase", title: words.columns.phase, cell: ({ phase }) => phase },
  { key: "part", title: words.columns.part, cell: ({ part }) => part },
  {
    key: "condition",
    title: words.columns.condition,
    cell: ({ condition, isDrive }) => (isDrive ? condition : <ConditionLabel condition={condition} />),
  },
  { key: "activity", title: words.columns.activity, cell: ({ activity }) => activity ?? messages.none },
  { key: "remarks", title: words.columns.remarks, wrap: true, cell: ({ remarks }) => remarks || messages.none },
];

const LONG_FROM = 16;

export function MeasuredUnder({ run }: { run: Run }) {
  const { data, error, refetch } = useQuery(conditionsQuery(useApi(), run.id));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <TableSkeleton caption={words.phasesCaption} columns={COLUMNS} rows={3} minWidth={900} />;
  const rows = conditionRows(data.phases ?? [], run.phases);
  if (rows.length === 0) return <Text c="dimmed">{words.noPhases}</Text>;
  return (
    <DataTable
      caption={words.phasesCaption}
      columns={COLUMNS}
      rows={rows}
      rowKey={({ key }) => key}
      long={rows.length >= LONG_FROM}
      minWidth={900}
    />
  );
}
