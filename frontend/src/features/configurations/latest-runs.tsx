/** The newest runs on a configuration, and how far each is from the median of all that are counted here. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { runsQuery, type SeriesMetric } from "@/api/runs";
import type { RunSummary } from "@/api/types";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { ValidityTags } from "@/components/validity-tags";
import { findMetric, METRICS } from "@/lib/metrics";
import { shortMoment } from "@/lib/short-times";
import { joinShort, shortValue } from "@/lib/short-values";
import { formatDateTime } from "@/lib/units";
import { messages } from "@/messages";
import { configuration as words } from "@/messages/configurations";
import { StateBadge } from "@/parts/badge";
import { Delta } from "@/parts/delta";
import classes from "./configurations.module.css";

/** The figures of a history: of each run by its id, and the median of all that count. */
export interface CountedValues {
  metric: SeriesMetric;
  workload: string;
  values: ReadonlyMap<string, number>;
  median: number | null;
}

export interface LatestRunsProps {
  number: string;
  /** Null where there is no history to compare with. */
  counted: CountedValues | null;
  /** Maximum number of runs; all runs of the answer by default. */
  shown?: number;
}

export function LatestRuns({ number, counted, shown }: LatestRunsProps) {
  const { data, error, refetch } = useQuery(runsQuery(useApi(), { configuration: number }));
  const columns = columnsOf(counted);
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <TableSkeleton caption={words.runsCaption} columns={columns} rows={shown ?? 8} minWidth={760} />;
  if (data.items.length === 0) return <p className={`${classes.body} ${classes.quiet}`}>{words.noRuns}</p>;
  return (
    <DataTable
      caption={words.runsCaption}
      columns={columns}
      rows={data.items.slice(0, shown)}
      rowKey={({ id }) => id}
      minWidth={760}
    />
  );
}

function columnsOf(counted: CountedValues | null): readonly Column<RunSummary>[] {
  const { columns } = words;
  return [
    {
      key: "run",
      title: columns.run,
      cell: ({ number }) => (
        <AnchorLink to="/runs/$ref" params={{ ref: number }}>
          {number}
        </AnchorLink>
      ),
    },
    {
      key: "profile",
      title: columns.profile,
      wrap: true,
      cell: ({ profile, title }) => (profile ? `${profile.title}, v${profile.version}` : title),
    },
    ...(counted ? countedColumns(counted) : [HEADLINE]),
    {
      key: "state",
      title: columns.state,
      cell: (run) => (
        <>
          <StateBadge state={run.state} verdict={run.verdict?.status ?? null} />
          <ValidityTags run={run} />
        </>
      ),
    },
    {
      key: "when",
      title: columns.when,
      numeric: true,
      cell: ({ started_at }) => (started_at ? <When at={started_at} /> : messages.none),
    },
  ];
}

const HEADLINE: Column<RunSummary> = {
  key: "headline",
  title: words.columns.value,
  cell: ({ headline: [first] }) => {
    const metric = first && findMetric(first.metric);
    return first && metric ? `${first.label} ${joinShort(shortValue(metric.name, first.value))}` : messages.none;
  },
};

function When({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {shortMoment(new Date(at), new Date())}
    </time>
  );
}

function countedColumns({ metric, workload, values, median }: CountedValues): Column<RunSummary>[] {
  return [
    {
      key: "value",
      title: `${METRICS[metric].label}, ${workload}`,
      numeric: true,
      cell: ({ id }) => <strong>{METRICS[metric].format(values.get(id) ?? null)}</strong>,
    },
    {
      key: "change",
      title: words.columns.change,
      numeric: true,
      cell: ({ id }) => {
        const value = values.get(id);
        if (value === undefined || !median) return messages.none;
        return <Delta percent={(value / median - 1) * 100} metric={metric} />;
      },
    },
  ];
}
