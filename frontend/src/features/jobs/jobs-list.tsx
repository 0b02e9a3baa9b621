/** The jobs of the lab, newest first, with why the waiting ones wait. */
import { Group, Progress, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { JOB_STATES, type JobFilters, jobsQuery } from "@/api/jobs";
import type { ListedJob } from "@/api/types";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { LabelFilter } from "@/components/label-filter";
import { LabelList } from "@/components/labels";
import { AnchorLink, ButtonLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { ErrorNotice } from "@/components/notice";
import { EmptyState } from "@/components/page";
import { Paging } from "@/components/paging";
import { SavedFilters } from "@/components/saved-filters";
import { StateLabel } from "@/components/state-label";
import { readLabels } from "@/lib/labels";
import { formatPercent } from "@/lib/units";
import { messages } from "@/messages";
import { jobs as words } from "@/messages/jobs";
import { runs as runsWords } from "@/messages/runs";
import { shell } from "@/messages/shell";
import { jobTitle } from "./job-title";
import { shownJobState } from "./shown-state";

const TABLE_WIDTH = 960;

interface Filters extends Pick<JobFilters, "state" | "cursor"> {
  /** Labels, parted by semicolons. */
  label?: string;
}

export interface JobsListProps {
  filters: Filters;
  change: (filters: Filters) => void;
  /** Makes filters of what was saved. */
  parse: (saved: Record<string, unknown>) => Filters;
}

export function JobsList({ filters, change, parse }: JobsListProps) {
  const api = useApi();
  const { data, error, refetch } = useQuery(jobsQuery(api, { ...filters, label: readLabels(filters.label) }));
  return (
    <>
      <Group gap={16} align="flex-end">
        <Select
          label={words.filterState}
          data={JOB_STATES.map((state) => ({ value: state, label: messages.states[state] ?? state }))}
          placeholder={runsWords.any}
          value={filters.state ?? null}
          onChange={(state) => change({ ...filters, state: state ?? undefined, cursor: undefined })}
          clearable
          w={160}
        />
        <LabelFilter labels={filters.label} change={(label) => change({ ...filters, label, cursor: undefined })} />
      </Group>
      <SavedFilters page="/jobs" filters={{ ...filters }} change={(saved) => change(parse(saved))} />
      {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!data && !error && <TableSkeleton caption={words.caption} columns={COLUMNS} minWidth={TABLE_WIDTH} />}
      {data && data.items.length === 0 && (
        <EmptyState title={filters.state || filters.label ? words.noMatchTitle : words.emptyTitle}>
          <Text>{words.empty}</Text>
          <ButtonLink to="/new">{shell.newRun}</ButtonLink>
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <DataTable
          caption={words.caption}
          columns={COLUMNS}
          rows={data.items}
          rowKey={(job) => job.id}
          minWidth={TABLE_WIDTH}
        />
      )}
      {data && (
        <Paging cursor={filters.cursor} nextCursor={data.next_cursor} go={(cursor) => change({ ...filters, cursor })} />
      )}
    </>
  );
}

const COLUMNS: readonly Column<ListedJob>[] = [
  {
    key: "number",
    title: words.columns.number,
    cell: (job) => (
      <AnchorLink to="/jobs/$ref" params={{ ref: job.number }}>
        {job.number}
      </AnchorLink>
    ),
  },
  {
    key: "name",
    title: words.columns.name,
    wrap: true,
    cell: (job) => (
      <>
        {jobTitle(job)}
        <LabelList labels={job.labels} />
      </>
    ),
  },
  { key: "profile", title: words.columns.profile, cell: (job) => job.profile.title },
  { key: "server", title: words.columns.server, cell: (job) => job.server.name },
  { key: "state", title: words.columns.state, cell: (job) => <StateLabel state={shownJobState(job)} /> },
  { key: "progress", title: words.columns.progress, wrap: true, cell: (job) => <Standing job={job} /> },
  { key: "runs", title: words.columns.runs, cell: (job) => <RunLinks job={job} /> },
  { key: "when", title: words.columns.when, cell: (job) => <Moment at={job.created_at} /> },
];

function Standing({ job }: { job: ListedJob }) {
  const percent = job.progress?.percent;
  if (job.state === "queued") return job.waiting_reason ?? messages.none;
  if (percent === null || percent === undefined || job.state !== "running") return messages.none;
  return (
    <>
      {formatPercent(percent)}
      <Progress value={percent} size="xs" aria-label={words.columns.progress} />
    </>
  );
}

function RunLinks({ job }: { job: ListedJob }) {
  const all = Object.values(job.run_counts).reduce((sum, count) => sum + count, 0);
  const unnamed = all - job.runs.length;
  return (
    <>
      {job.runs.map((run) => (
        <AnchorLink key={run.id} to="/runs/$ref" params={{ ref: run.number }} mr={8}>
          {run.number}
        </AnchorLink>
      ))}
      {unnamed > 0 && (
        <AnchorLink to="/jobs/$ref" params={{ ref: job.number }}>
          {words.moreRuns(unnamed)}
        </AnchorLink>
      )}
    </>
  );
}
