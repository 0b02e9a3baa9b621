/** A job of several runs: its state, its runs, how well they agree, and the plan. A job of one run is that run's page. */
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "@/api/context";
import { isTerminalJob, jobQuery } from "@/api/jobs";
import type { RunSummary } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { Labels } from "@/components/labels";
import { AnchorLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { NotShown } from "@/components/not-shown";
import { FailureNotice, Notice } from "@/components/notice";
import { PageHeader, Section } from "@/components/page";
import { WaitingNotice } from "@/components/waiting-notice";
import { findMetric } from "@/lib/metrics";
import { joinShort, shortValue } from "@/lib/short-values";
import { formatDateTime } from "@/lib/units";
import { messages, word } from "@/messages";
import { job as words } from "@/messages/jobs";
import { run as runWords } from "@/messages/run";
import { job as listWords } from "@/messages/run-live";
import { StateBadge } from "@/parts/badge";
import { CancelButton } from "./cancel-button";
import { JobSetup } from "./job-setup";
import { type JobStanding, standingOf } from "./job-standing";
import { jobTitle } from "./job-title";
import { Repeats } from "./repeats";
import { shownJobState } from "./shown-state";

export interface JobPageProps {
  reference: string;
  /** Beside the title. */
  actions?: ReactNode;
  /** Follows the job, while it is not over. */
  follow?: ReactNode;
}

const REREAD_MS = 5_000;

export function JobPage({ reference, actions, follow }: JobPageProps) {
  const api = useApi();
  const {
    data: job,
    error,
    refetch,
  } = useQuery({
    ...jobQuery(api, reference),
    select: standingOf,
    refetchInterval: ({ state: { data } }) => (data && !isTerminalJob(data.state) ? REREAD_MS : false),
  });
  if (!job)
    return error ? (
      <NotShown what={messages.problem.things.job} error={error} retry={() => void refetch()} />
    ) : (
      <JobSkeleton />
    );
  const live = !isTerminalJob(job.state);
  return (
    <>
      <PageHeader
        title={`${job.number} · ${jobTitle(job)}`}
        actions={
          <>
            {live && follow}
            {live && <CancelButton job={job} />}
            {actions}
          </>
        }
      >
        <StateBadge state={shownJobState(job)} />
        <AnchorLink to="/servers/$ref" params={{ ref: job.server.number }}>
          {runWords.on(job.server.name)}
        </AnchorLink>
        <Moment at={job.created_at} />
      </PageHeader>
      <div className="visually-hidden" role="status">
        {words.announce(word(messages.states, shownJobState(job)))}
      </div>
      <Labels kind="jobs" reference={job.number} labels={job.labels} />
      <Standing job={job} live={live} />
      <Section title={listWords.runs}>
        <DataTable
          caption={listWords.runsCaption}
          columns={COLUMNS}
          rows={job.runs}
          rowKey={({ id }) => id}
          minWidth={560}
        />
      </Section>
      <Repeats job={job} />
      <JobSetup job={job} />
    </>
  );
}

const COLUMNS: readonly Column<RunSummary>[] = [
  {
    key: "run",
    title: listWords.columns.run,
    cell: ({ number }) => (
      <AnchorLink to="/runs/$ref" params={{ ref: number }}>
        {number}
      </AnchorLink>
    ),
  },
  {
    key: "state",
    title: listWords.columns.state,
    cell: ({ state, verdict }) => <StateBadge state={state} verdict={verdict?.status ?? null} />,
  },
  { key: "result", title: listWords.columns.result, numeric: true, cell: resultText },
  {
    key: "ended",
    title: listWords.columns.ended,
    cell: ({ finished_at }) => finished_at && <Moment at={finished_at} />,
  },
];

function resultText({ headline: [first] }: RunSummary): string {
  const metric = first && findMetric(first.metric);
  return first && metric ? joinShort(shortValue(metric.name, first.value)) : messages.none;
}

/** Notices: why it waits, that it is being cancelled, why it failed. */
function Standing({ job, live }: { job: JobStanding; live: boolean }) {
  return (
    <>
      {job.failure && <FailureNotice title={words.failure} failure={job.failure} />}
      {job.state === "cancelled" && <Notice level="info">{words.cancelled}</Notice>}
      {live && job.cancel_requested_at !== null && (
        <Notice level="warn">
          {words.cancelRequested[job.cancel_mode ?? "now"](formatDateTime(job.cancel_requested_at))}
        </Notice>
      )}
      {live && job.waiting_reason && <WaitingNotice reason={job.waiting_reason} />}
    </>
  );
}

function JobSkeleton() {
  return (
    <div aria-busy="true">
      <span className="visually-hidden">{messages.loading}</span>
      <Skeleton height={28} width="60%" mb={24} />
      <Skeleton height={72} mb={24} />
      <Skeleton height={400} />
    </div>
  );
}
