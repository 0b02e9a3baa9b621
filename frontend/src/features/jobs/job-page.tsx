/** One job, live: its state and why, progress, the chart as it grows, what happened, and the way to its run. */
import { Skeleton, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ComponentType, memo, type ReactNode } from "react";
import { useApi } from "@/api/context";
import { isTerminalJob, jobQuery } from "@/api/jobs";
import { runQuery } from "@/api/runs";
import type { Job } from "@/api/types";
import { AttemptNotices } from "@/components/attempt-notices";
import { EventTable } from "@/components/event-table";
import { Labels } from "@/components/labels";
import { AnchorLink, ButtonLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { NotShown } from "@/components/not-shown";
import { FailureNotice, Notice } from "@/components/notice";
import { OperationTable } from "@/components/operation-table";
import { PageHeader, Section } from "@/components/page";
import { StateLabel } from "@/components/state-label";
import { WaitingNotice } from "@/components/waiting-notice";
import { formatDateTime } from "@/lib/units";
import { messages, word } from "@/messages";
import { job as words } from "@/messages/jobs";
import { run as runWords } from "@/messages/run";
import { CancelButton } from "./cancel-button";
import { JobProgress } from "./job-progress";
import { JobSetup } from "./job-setup";
import { type JobStanding, standingOf } from "./job-standing";
import { jobTitle } from "./job-title";
import { LiveChart } from "./live-chart";
import { Repeats } from "./repeats";
import { shownJobState } from "./shown-state";
import { SteadyMeter } from "./steady-meter";
import { useJobStream } from "./use-job-stream";

export interface JobPageProps {
  reference: string;
  /** What the route adds beside the title. */
  actions?: ReactNode;
}

export function JobPage({ reference, actions }: JobPageProps) {
  const api = useApi();
  const { data: job, error, refetch } = useQuery({ ...jobQuery(api, reference), select: standingOf });
  const live = job !== undefined && !isTerminalJob(job.state);
  const { points, connection } = useJobStream(reference, live);

  const run = job?.runs.find(({ number }) => number === job.present_run) ?? job?.runs.at(-1);
  // Preparation and events are of the run: the page appears with them, so that they push nothing down. The next repeat
  // takes the place of the one before.
  const { isPending: awaitsRun } = useQuery({
    ...runQuery(api, run?.number ?? ""),
    enabled: run !== undefined,
    placeholderData: keepPreviousData,
  });
  if (!job)
    return error ? (
      <NotShown what={messages.problem.things.job} error={error} retry={() => void refetch()} />
    ) : (
      <JobSkeleton />
    );
  if (run && awaitsRun) return <JobSkeleton />;
  return (
    <>
      <Above job={job} live={live} runNumber={run?.number} actions={actions} />
      {live && <Moving reference={reference} Part={JobProgress} />}
      {live && run && <LiveChart runId={run.id} streamed={points} />}
      {live && <Moving reference={reference} Part={SteadyMeter} />}
      {live && connection === "broken" && <Text c="dimmed">{words.polling}</Text>}
      <Below job={job} runNumber={run?.number} />
    </>
  );
}

interface AroundProps {
  job: JobStanding;
  runNumber: string | undefined;
}

/** What stands above everything that moves; a point of the chart does not have it rendered. */
const Above = memo(function Above({
  job,
  runNumber,
  live,
  actions,
}: AroundProps & Pick<JobPageProps, "actions"> & { live: boolean }) {
  return (
    <>
      <PageHeader
        title={`${job.number} · ${jobTitle(job)}`}
        actions={
          <>
            {live && <CancelButton job={job} />}
            {actions}
          </>
        }
      >
        <StateLabel state={shownJobState(job)} />
        <AnchorLink to="/inventory/servers/$ref" params={{ ref: job.server.number }}>
          {runWords.on(job.server.name)}
        </AnchorLink>
        <Text c="dimmed">
          <Moment at={job.created_at} />
        </Text>
      </PageHeader>
      <div className="visually-hidden" role="status">
        {words.announce(word(messages.states, shownJobState(job)))}
      </div>
      <Labels kind="jobs" reference={job.number} labels={job.labels} />
      <Standing job={job} live={live} />
      {runNumber && <AttemptState runNumber={runNumber} live={live} />}
    </>
  );
});

/** What stands below it. */
const Below = memo(function Below({ job, runNumber }: AroundProps) {
  return (
    <>
      <Repeats job={job} />
      {runNumber && <Events runNumber={runNumber} />}
      <JobSetup job={job} />
    </>
  );
});

/** A part of the page that is rendered every second, with the progress of the job. */
function Moving({ reference, Part }: { reference: string; Part: ComponentType<{ job: Job }> }) {
  const { data: job } = useQuery(jobQuery(useApi(), reference));
  return job && <Part job={job} />;
}

/** Notices: why it waits, that it is being cancelled, why it failed, where the result is. */
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
      {live && <Text c="dimmed">{words.closingIsFine}</Text>}
      {job.runs.length > 0 && (
        <div>
          {job.runs.map((run) => (
            <ButtonLink key={run.id} to="/runs/$ref" params={{ ref: run.number }} mr={8}>
              {words.result(run.number)}
            </ButtonLink>
          ))}
        </div>
      )}
    </>
  );
}

/** What the newest attempt of the present run says of itself, and its preparation. */
function AttemptState({ runNumber, live }: { runNumber: string; live: boolean }) {
  const api = useApi();
  const { data: run } = useQuery(runQuery(api, runNumber));
  const attempt = run?.attempts.at(-1);
  if (!attempt) return null;
  return (
    <>
      {live && <AttemptNotices attempt={attempt} />}
      {attempt.operations.length > 0 && (
        <Section title={words.preparation}>
          <OperationTable caption={words.preparationCaption} operations={attempt.operations} />
        </Section>
      )}
    </>
  );
}

function Events({ runNumber }: { runNumber: string }) {
  const api = useApi();
  const { data: run } = useQuery(runQuery(api, runNumber));
  const events = run?.attempts.flatMap((attempt) => attempt.events) ?? [];
  return (
    <Section title={words.events}>
      {events.length > 0 ? (
        <EventTable caption={words.events} events={events.toReversed()} />
      ) : (
        <Text c="dimmed">{words.eventsEmpty}</Text>
      )}
    </Section>
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
