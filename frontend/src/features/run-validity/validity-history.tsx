/** Every decision about a run, those too that were taken back. */
import type { Run } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { Moment } from "@/components/moment";
import { Section } from "@/components/page";
import { messages } from "@/messages";
import { runValidity as words } from "@/messages/run-validity";

type Mark = Run["marks"][number];

const COLUMNS: readonly Column<Mark>[] = [
  { key: "at", title: words.columns.at, cell: ({ at }) => <Moment at={at} /> },
  { key: "by", title: words.columns.by, cell: ({ by }) => by ?? messages.unknown },
  { key: "kind", title: words.columns.kind, cell: ({ kind }) => words.kinds[kind] },
  { key: "reason", title: words.columns.reason, wrap: true, cell: ({ reason }) => reason ?? messages.none },
];

export function ValidityHistory({ marks }: { marks: readonly Mark[] }) {
  if (marks.length === 0) return null;
  return (
    <Section title={words.history}>
      <DataTable caption={words.history} columns={COLUMNS} rows={marks} rowKey={({ at, kind }) => `${at} ${kind}`} />
    </Section>
  );
}
