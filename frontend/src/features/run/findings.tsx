/** Printed figures of a run that are no measurements: promises of vendors, ratios, rankings. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { findingsQuery } from "@/api/runs";
import type { Finding } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { formatNumber } from "@/lib/units";
import { messages, word } from "@/messages";
import { findings as words } from "@/messages/derived";
import { run as runWords } from "@/messages/run";
import { Place, Published } from "./published-figures";

const COLUMNS: readonly Column<Finding>[] = [
  { key: "subject", title: words.columns.subject, wrap: true, cell: ({ subject }) => subject },
  { key: "metric", title: words.columns.metric, wrap: true, cell: ({ metric }) => metric },
  { key: "printed", title: words.columns.printed, wrap: true, cell: (finding) => <AsPublished finding={finding} /> },
  { key: "value", title: words.columns.value, numeric: true, cell: valueText },
  {
    key: "kind",
    title: words.columns.kind,
    cell: ({ value_kind }) => word(runWords.valueKinds, value_kind),
  },
  {
    key: "conditions",
    title: words.columns.conditions,
    wrap: true,
    cell: ({ conditions }) => conditionsText(conditions),
  },
  { key: "note", title: words.columns.note, wrap: true, cell: ({ note }) => note ?? messages.none },
];

export function Findings({ reference }: { reference: string }) {
  const api = useApi();
  const { data, error, refetch } = useQuery(findingsQuery(api, reference));
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data || data.items.length === 0) return null;
  return (
    <Section title={words.title}>
      <Text c="dimmed">{words.explain}</Text>
      <DataTable
        caption={words.caption}
        columns={COLUMNS}
        rows={data.items}
        rowKey={({ id }) => id}
        long
        minWidth={900}
      />
    </Section>
  );
}

/** The note of a value that was read from damaged characters begins with this word. */
const RECONSTRUCTED = "reconstructed";

/** The characters of the source with their place; of damaged ones what it reads. */
function AsPublished({ finding: { printed, place, note, source_reads } }: { finding: Finding }) {
  const isReconstructed = note?.startsWith(RECONSTRUCTED) ?? false;
  return (
    <>
      <Published text={isReconstructed ? null : printed} sourceReads={source_reads} isReconstructed={isReconstructed} />
      <Place place={place} />
    </>
  );
}

function valueText({ value, unit }: Finding): string {
  if (value === null) return messages.none;
  return [formatNumber(value, { digits: 15, trim: true }), unit].filter(Boolean).join(" ");
}

function conditionsText(conditions: Finding["conditions"]): string {
  const defined = Object.entries(conditions).filter(([, value]) => value !== null && value !== "");
  return defined.map(([name, value]) => `${name.replaceAll("_", " ")} ${String(value)}`).join(", ") || messages.none;
}
