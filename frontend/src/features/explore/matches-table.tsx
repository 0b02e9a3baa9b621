/** The runs that meet what was asked for, with all their figures. */
import { Text } from "@mantine/core";
import type { Candidate } from "@/charts/parallel/candidates";
import { isWithin, type ParallelData } from "@/charts/parallel/option";
import { kindText } from "@/charts/sweeps/words";
import { type Column, DataTable } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { METRICS } from "@/lib/metrics";
import { explore as words } from "@/messages/explore";

interface MatchesTableProps {
  candidates: readonly Candidate[];
  data: ParallelData;
  workload: string;
}

export function MatchesTable({ candidates, data: { axes, ranges }, workload }: MatchesTableProps) {
  const matching = candidates.filter(({ values }) => isWithin(values, ranges));
  const columns: readonly Column<Candidate>[] = [
    { key: "configuration", title: words.configuration, wrap: true, cell: ({ configuration }) => configuration },
    {
      key: "run",
      title: words.run,
      cell: ({ run }) => (
        <AnchorLink to="/runs/$ref" params={{ ref: run }}>
          {run}
        </AnchorLink>
      ),
    },
    ...axes.map(
      (name): Column<Candidate> => ({
        key: name,
        title: METRICS[name].label,
        numeric: true,
        cell: ({ values }) => METRICS[name].format(values[name], { digits: 4 }),
      }),
    ),
    { key: "kind", title: words.kind, cell: ({ kind }) => kindText(kind) },
  ];
  return (
    <>
      <Text role="status">
        {words.matching(matching.length, candidates.length)} {matching.length === 0 && words.none}
      </Text>
      {matching.length > 0 && (
        <DataTable
          caption={words.tableCaption(workload)}
          columns={columns}
          rows={matching}
          rowKey={({ run }) => run}
          minWidth={720}
        />
      )}
    </>
  );
}
