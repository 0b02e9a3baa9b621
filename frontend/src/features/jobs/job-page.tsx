/** A job of several runs: its state, its runs, how well they agree, and the plan. A job of one run is that run's page. */
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "@/api/context";
import { isTerminalJob, jobQuery } from "@/api/jobs";
import { DetailColumns, DetailHead, DetailPage } from "@/components/detail-page";
import { Labels } from "@/components/labels";
import { AnchorLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { NotShown } from "@/components/not-shown";
import { FailureNotice, Notice } from "@/components/notice";
import { WaitingNotice } from "@/components/waiting-notice";
import { formatDateTime } from "@/lib/units";
import { messages, word } from "@/messages";
import { job as words } from "@/messages/jobs";
import { run as runWords } from "@/messages/run";
import { StateBadge } from "@/parts/badge";
import { CancelButton } from "./cancel-button";
import { type JobDetails, jobDetailsOf } from "./job-details";
import { JobPlan } from "./job-plan";
import { JobRail } from "./job-rail";
import { JobRuns } from "./job-runs";
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
    select: jobDetailsOf,
    refetchInterval: ({ state: { data } }) => (data && !isTerminalJob(data.state) ? REREAD_MS : false),
  });
  if (!job)
    return error ? (
      <NotShown subject={messages.problem.things.job} error={error} retry={() => void refetch()} />
    ) : (
      <JobSkeleton />
    );
  const live = !isTerminalJob(job.state);
  const title = jobTitle(job);
  const state = shownJobState(job);
  return (
    <DetailPage>
      <DetailHead
        title={title}
        crumb={job.number}
        documentTitle={`${job.number} · ${title}`}
        badges={<StateBadge state={state} />}
        facts={[
          { key: "number", node: job.number },
          {
            key: "server",
            node: (
              <AnchorLink to="/servers/$ref" params={{ ref: job.server.number }}>
                {runWords.on(job.server.name)}
              </AnchorLink>
            ),
          },
          { key: "created", node: <Moment at={job.created_at} /> },
        ]}
        actions={
          <>
            {live && follow}
            {live && <CancelButton job={job} />}
            {actions}
          </>
        }
      />
      <div className="visually-hidden" role="status">
        {words.announce(word(messages.states, state))}
      </div>
      <Labels kind="jobs" reference={job.number} labels={job.labels} />
      <JobNotices job={job} live={live} />
      <DetailColumns rail={<JobRail job={job} />}>
        <JobRuns job={job} />
        <Repeats job={job} />
        <JobPlan job={job} />
      </DetailColumns>
    </DetailPage>
  );
}

/** Notices: why it waits, that it is being cancelled, why it failed. */
function JobNotices({ job, live }: { job: JobDetails; live: boolean }) {
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
