/** Jobs that are over, newest first, with their runs. */
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useApi } from "@/api/context";
import { ENDED_STATES, type JobFilters, jobsQuery, onlyRun } from "@/api/jobs";
import type { ListedJob, Page } from "@/api/types";
import { LabelFilter } from "@/components/label-filter";
import { LabelList } from "@/components/labels";
import { AnchorLink } from "@/components/link";
import list from "@/components/list-table.module.css";
import { ErrorNotice } from "@/components/notice";
import { OrderSelect, orderOf } from "@/components/order-select";
import { Paging } from "@/components/paging";
import { QueryField } from "@/components/query-field";
import { useReadableQuery } from "@/components/use-readable-query";
import { readLabels } from "@/lib/labels";
import { shortMoment, shortSpan } from "@/lib/short-times";
import { formatDateTime } from "@/lib/units";
import { messages } from "@/messages";
import { jobs as words } from "@/messages/jobs";
import { runs as runsWords } from "@/messages/runs";
import { StateBadge } from "@/parts/badge";
import { Card } from "@/parts/card";
import { EmptyState } from "@/parts/empty-state";
import { SkeletonBox, Waiting } from "@/parts/skeleton";
import classes from "./done-list.module.css";
import { jobTitle } from "./job-title";
import { shownJobState } from "./shown-state";

export interface DoneFilters extends Pick<JobFilters, "state" | "cursor"> {
  /** Labels, parted by semicolons. */
  label?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
}

export interface DoneListProps {
  filters: DoneFilters;
  /** Saves what the list shows as a view. */
  save: ReactNode;
  change: (filters: DoneFilters) => void;
}

/** As high as a whole page of the list. */
const PAGE_HEIGHT = 600;

export function DoneList({ filters, save, change }: DoneListProps) {
  const { state, label, q, sort, cursor } = filters;
  const { requested, settle } = useReadableQuery<Page<ListedJob>>(q);
  const ended = ENDED_STATES.find((candidate) => candidate === state);
  const listed = useQuery(
    jobsQuery(useApi(), {
      is_over: true,
      ...(ended ? { state: ended } : {}),
      ...(cursor ? { cursor } : {}),
      label: readLabels(label),
      q: requested,
      sort: orderOf(words.orders, sort),
    }),
  );
  const { data, error, queryError } = settle(listed.data, listed.error);
  const set = (part: DoneFilters) => change({ state: ended, label, q, sort, ...part });
  const hasFilter = ended !== undefined || label !== undefined || q !== undefined;
  return (
    <>
      <div className={classes.filters}>
        <QueryField
          list="jobs"
          isSmall
          value={q ?? ""}
          change={(query) => set({ q: query || undefined })}
          error={queryError}
        />
        <Select
          label={words.filterState}
          data={ENDED_STATES.map((option) => ({ value: option, label: messages.states[option] ?? option }))}
          placeholder={runsWords.any}
          value={ended ?? null}
          onChange={(chosen) => set({ state: ENDED_STATES.find((state) => state === chosen) })}
          clearable
          w={160}
        />
        <LabelFilter labels={label} change={(chosen) => set({ label: chosen })} />
        <OrderSelect orders={words.orders} sort={sort} change={(next) => set({ sort: next })} />
        {save}
      </div>
      {error !== null && !data && (
        <ErrorNotice title={words.notLoaded} error={error} retry={() => void listed.refetch()} />
      )}
      {!data && error === null && (
        <Waiting>
          <SkeletonBox height={PAGE_HEIGHT} radius={11} />
        </Waiting>
      )}
      {data && (
        <Card title={words.title}>
          {data.items.length === 0 ? (
            <EmptyState title={hasFilter ? words.noMatchTitle : words.emptyTitle} text={words.empty} />
          ) : (
            <DoneTable jobs={data.items} />
          )}
        </Card>
      )}
      {data && (
        <div className={classes.paging}>
          <Paging cursor={cursor} nextCursor={data.next_cursor} go={(next) => set({ cursor: next })} />
        </div>
      )}
    </>
  );
}

function DoneTable({ jobs }: { jobs: readonly ListedJob[] }) {
  return (
    <div className={list.scroller}>
      <table className={list.table}>
        <caption className="visually-hidden">{words.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.columns.name}</th>
            <th scope="col">{words.columns.server}</th>
            <th scope="col">{words.columns.state}</th>
            <th scope="col">{words.columns.runs}</th>
            <th scope="col" data-numeric>
              {words.columns.took}
            </th>
            <th scope="col" data-numeric>
              {words.columns.ended}
            </th>
            <th scope="col">{words.columns.by}</th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <Row key={job.id} job={job} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ job }: { job: ListedJob }) {
  const { started_at, finished_at, server, submitted_by } = job;
  const took = started_at && finished_at ? (Date.parse(finished_at) - Date.parse(started_at)) / 1000 : null;
  return (
    <tr>
      <td>
        <Title job={job} />
        <LabelList labels={job.labels} />
      </td>
      <td>
        <AnchorLink to="/servers/$ref" params={{ ref: server.number }} c="inherit">
          {server.name}
        </AnchorLink>
      </td>
      <td>
        <StateBadge state={shownJobState(job)} verdict={job.runs[0]?.verdict?.status ?? null} />
      </td>
      <td>
        <RunLinks job={job} />
      </td>
      <td data-numeric>{shortSpan(took)}</td>
      <td data-numeric>
        {finished_at ? (
          <time dateTime={finished_at} title={formatDateTime(finished_at)}>
            {shortMoment(new Date(finished_at), new Date())}
          </time>
        ) : (
          messages.none
        )}
      </td>
      <td dir="auto">{submitted_by ?? messages.none}</td>
    </tr>
  );
}

/** A job that can have no other run is that run. */
function Title({ job }: { job: ListedJob }) {
  const title = jobTitle(job);
  const run = onlyRun(job);
  const note = words.detail(job.number, job.profile.title);
  return (
    <>
      {run === null ? (
        <Link to="/jobs/$ref" params={{ ref: job.number }} className={list.title} dir="auto" title={title}>
          {title}
        </Link>
      ) : (
        <Link to="/runs/$ref" params={{ ref: run }} className={list.title} dir="auto" title={title}>
          {title}
        </Link>
      )}
      <span className={list.subtitle}>{note}</span>
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
