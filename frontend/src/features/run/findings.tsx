/** Findings of a run: those of its source, its printed figures that are no measurements, and those linked to it. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { runFindingsQuery } from "@/api/findings";
import type { Finding, Run } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { FindingLink } from "@/components/finding-link";
import { AnchorLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { Section } from "@/components/page";
import { messages } from "@/messages";
import { findings as words } from "@/messages/findings";
import { Place, Published } from "./published-figures";

const COLUMNS: readonly Column<Finding>[] = [
  { key: "finding", title: words.columns.finding, wrap: true, cell: (finding) => <FindingLink {...finding} /> },
  { key: "printed", title: words.columns.printed, wrap: true, cell: (finding) => <AsPublished finding={finding} /> },
  {
    key: "workload",
    title: words.columns.workload,
    wrap: true,
    cell: ({ workload }) =>
      Object.entries(workload)
        .map(([key, value]) => `${key}=${value}`)
        .join("; ") || messages.none,
  },
  { key: "strength", title: words.columns.strength, cell: ({ strength }) => words.strengths[strength] },
  { key: "note", title: words.columns.note, wrap: true, cell: ({ note }) => note ?? messages.none },
];

export function Findings({ run: { number, source } }: { run: Pick<Run, "number" | "source"> }) {
  const api = useApi();
  const { data, error, refetch } = useQuery(runFindingsQuery(api, number));
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data || data.items.length === 0) return null;
  return (
    <Section
      title={source ? words.ofRun.source : words.ofRun.run}
      aside={
        source &&
        data.next_cursor !== null && (
          <AnchorLink to="/findings" search={{ q: `source:"${source.title.replaceAll('"', "")}"` }} size="xs">
            {words.ofRun.more}
          </AnchorLink>
        )
      }
    >
      <DataTable
        caption={words.ofRun.caption}
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
