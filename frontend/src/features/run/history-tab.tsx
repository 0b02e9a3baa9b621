/** Runs of the same server and profile, and the position of this one among them. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { historyQuery } from "@/api/runs";
import type { RunSummary } from "@/api/types";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { Section } from "@/components/page";
import { findMetric } from "@/lib/metrics";
import { joinShort, shortValue } from "@/lib/short-values";
import { messages } from "@/messages";
import { runPage as words } from "@/messages/run-page";
import { StateBadge } from "@/parts/badge";
import { Delta } from "@/parts/delta";
import { EmptyState } from "@/parts/empty-state";
import { changePercent } from "./compared-run";
import { useRun } from "./run-context";

const LONG_FROM = 16;

export function HistoryTab() {
  const run = useRun();
  const { data, isPending } = useQuery({ ...historyQuery(useApi(), run.id), retry: false });
  const rows = (data?.items ?? []).map((item) => item.run).toReversed();
  const columns = columnsOf(run);
  return (
    <Section
      title={words.historyTitle}
      aside={
        run.configuration && (
          <AnchorLink to="/configurations/$ref/history" params={{ ref: run.configuration.number }}>
            {words.configurationHistory(run.configuration.number)}
          </AnchorLink>
        )
      }
    >
      {isPending && <TableSkeleton caption={words.historyCaption} columns={columns} rows={3} minWidth={760} />}
      {!isPending && rows.length === 0 && <EmptyState title={words.noHistoryTitle} text={words.noHistory} />}
      {rows.length > 0 && (
        <DataTable
          caption={words.historyCaption}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          long={rows.length >= LONG_FROM}
          minWidth={760}
        />
      )}
    </Section>
  );
}

function columnsOf(own: Pick<RunSummary, "id" | "headline">): readonly Column<RunSummary>[] {
  const columns = words.historyColumns;
  return [
    {
      key: "run",
      title: columns.run,
      cell: ({ id, number }) =>
        id === own.id ? (
          <strong>{`${number}, ${words.thisRun}`}</strong>
        ) : (
          <AnchorLink to="/runs/$ref" params={{ ref: number }}>
            {number}
          </AnchorLink>
        ),
    },
    {
      key: "configuration",
      title: columns.configuration,
      wrap: true,
      cell: ({ configuration }) => configuration?.name ?? messages.none,
    },
    { key: "value", title: columns.value, numeric: true, cell: ({ headline: [first] }) => valueText(first) },
    {
      key: "change",
      title: columns.change,
      numeric: true,
      cell: ({ id, headline: [first] }) =>
        id === own.id ? messages.none : <Change first={first} own={own.headline[0]} />,
    },
    {
      key: "verdict",
      title: columns.verdict,
      cell: ({ state, verdict }) => <StateBadge state={state} verdict={verdict?.status ?? null} />,
    },
    { key: "at", title: columns.at, cell: ({ finished_at, created_at }) => <Moment at={finished_at ?? created_at} /> },
  ];
}

type Headline = RunSummary["headline"][number] | undefined;

function valueText(first: Headline): string {
  if (!first) return messages.none;
  const metric = findMetric(first.metric);
  return metric ? joinShort(shortValue(metric.name, first.value)) : `${first.value} ${first.unit}`;
}

function Change({ first, own }: { first: Headline; own: Headline }) {
  const percent = first && own && first.label === own.label ? changePercent(first.value, own.value) : null;
  return percent === null ? (
    messages.none
  ) : (
    <Delta percent={percent} metric={findMetric(own?.metric ?? "")?.name ?? null} />
  );
}
