/** The queue: the timeline of all servers, every run that measures or waits, and what is done. */
import { ActionIcon, Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { useApi } from "@/api/context";
import { HORIZONS, type Horizon } from "@/api/overview";
import { usePermissions } from "@/api/permissions";
import { JOBS_AT_ONCE, jobsPart, schedulePartQuery, scheduleQuery } from "@/api/queue";
import type { QueueSchedule } from "@/api/types";
import { SaveListView } from "@/components/list-query";
import { NewRunButton } from "@/components/new-run-button";
import { ErrorNotice } from "@/components/notice";
import { QueryField } from "@/components/query-field";
import { TabLinks } from "@/components/tab-links";
import { InTopBar, useHasPlace, usePageName } from "@/components/top-bar";
import { useNow } from "@/lib/use-now";
import { messages } from "@/messages";
import { queue as words } from "@/messages/queue";
import { Card } from "@/parts/card";
import { EmptyState } from "@/parts/empty-state";
import { Segmented } from "@/parts/segmented";
import { SkeletonBox, Waiting } from "@/parts/skeleton";
import { clearSentence, waitingSentence } from "./headline";
import { PauseMenu } from "./pause-menu";
import classes from "./queue.module.css";
import { QueueViewLinks, type QueueViews } from "./queue-views";
import { type QueueRange, rangeAs, shiftedRange } from "./range";
import { ScheduleList } from "./schedule-list";
import { TimelineCard } from "./timeline-card";
import { useMoves } from "./use-moves";
import { serversOf, spreadParts, useParts } from "./use-parts";

export type QueueView = "timeline" | "list" | "done";

export interface QueuePageProps extends QueueRange {
  view: QueueView;
  /** Search text of the list. */
  q?: string | undefined;
  change: (search: QueueRange & { q?: string | undefined }) => void;
  views: QueueViews;
  /** Runs that are over. */
  done: ReactNode;
}

const CLOCK_MS = 15_000;
const MINUTE_MS = 60_000;
/** Polling interval in ms: no message announces the start of a window. */
const UNANNOUNCED_MS = 60_000;

export function QueuePage({ view, done, ...shown }: QueuePageProps) {
  usePageName(words.title);
  const api = useApi();
  const { range, from } = shown;
  const { data, error, refetch } = useQuery({
    ...scheduleQuery(api, range, from),
    refetchInterval: UNANNOUNCED_MS,
    enabled: view !== "done",
  });
  return (
    <div className={classes.page}>
      <title>{messages.documentTitle(words.title)}</title>
      <div className={classes.bar}>
        <InTopBar place="tabs">
          <Tabs count={data?.job_count} views={shown.views} />
        </InTopBar>
        <InTopBar place="actions">
          <PauseMenu />
        </InTopBar>
      </div>
      <InTopBar place="primary">
        <NewRunButton />
      </InTopBar>
      {view === "done" ? (
        <>
          <h1 className="visually-hidden">{words.title}</h1>
          {done}
        </>
      ) : (
        <>
          {error && !data && (
            <>
              <h1 className="visually-hidden">{words.title}</h1>
              <ErrorNotice title={words.notLoaded} error={error} retry={() => void refetch()} />
            </>
          )}
          {!data && !error && <QueueSkeleton />}
          {data && <Schedule schedule={data} view={view} {...shown} />}
        </>
      )}
    </div>
  );
}

function Tabs({ count, views }: { count: number | undefined; views: QueueViews }) {
  return (
    <TabLinks label={words.tabs} isInBar={useHasPlace("tabs")}>
      {(["timeline", "list", "done"] as const).map((view) => (
        <Link
          key={view}
          from="/queue"
          to="/queue"
          search={(search) => ({ ...search, view: view === "timeline" ? undefined : view, saved: undefined })}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {words.tab[view]}
          {view === "list" && count !== undefined && count > 0 && <span aria-hidden="true">{count}</span>}
        </Link>
      ))}
      <QueueViewLinks {...views} />
    </TabLinks>
  );
}

type ScheduleProps = Omit<QueuePageProps, "done"> & { schedule: QueueSchedule };

function Schedule({ schedule, view, q = "", change, views, ...range }: ScheduleProps) {
  const { operate } = usePermissions();
  const now = useNow(CLOCK_MS);
  const minute = useMemo(() => new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS), [now]).getTime();
  const moves = useMoves(schedule);
  const horizon: Horizon = range.range ?? HORIZONS[0];
  return (
    <>
      <div className={classes.lead}>
        <header>
          <h1>{waitingSentence(schedule)}</h1>
          <span className={classes.leadNote}>{clearSentence(schedule, now)}</span>
        </header>
        {view === "timeline" && (
          <div className={classes.range}>
            <ActionIcon
              variant="default"
              size={26}
              aria-label={words.earlier}
              onClick={() => change({ q, ...shiftedRange(range, schedule.queue.from_at, "earlier") })}
            >
              <IconChevronLeft size={15} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
            <Button variant="default" size="xs" onClick={() => change({ q, range: range.range })}>
              {words.now}
            </Button>
            <ActionIcon
              variant="default"
              size={26}
              aria-label={words.later}
              onClick={() => change({ q, ...shiftedRange(range, schedule.queue.from_at, "later") })}
            >
              <IconChevronRight size={15} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
            <Segmented
              label={words.range}
              options={HORIZONS.map((value) => ({ value, label: words.ranges[value] }))}
              value={horizon}
              change={(next) => change({ q, ...rangeAs(range, next) })}
            />
          </div>
        )}
      </div>
      {view === "timeline" && <TimelineCard {...{ schedule, horizon, now, operate, moves }} from={range.from} />}
      <ListCard
        schedule={schedule}
        minute={minute}
        moves={operate ? moves : null}
        q={q}
        change={(query) => change({ ...range, q: query })}
        views={views}
      />
    </>
  );
}

interface ListCardProps {
  schedule: QueueSchedule;
  minute: number;
  moves: ReturnType<typeof useMoves> | null;
  q: string;
  change: (q: string | undefined) => void;
  views: QueueViews;
}

function ListCard({ schedule, minute, moves, q, change, views }: ListCardProps) {
  const { job_count, under_way } = schedule;
  const now = useMemo(() => new Date(minute), [minute]);
  const search = useQuery({
    ...schedulePartQuery(useApi(), jobsPart(q, 0)),
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
  // The last result remains until the new answer arrives.
  const shownSchedule = (q === "" ? undefined : search.data) ?? schedule;
  const text = shownSchedule === schedule ? "" : q;
  const { parts, see } = useParts(shownSchedule, JOBS_AT_ONCE, (offset) => jobsPart(text, offset));
  const { found_count } = shownSchedule;
  const jobs = useMemo(
    () =>
      spreadParts(
        parts,
        found_count,
        (part) => part.jobs,
        ({ job_number }) => job_number,
      ),
    [parts, found_count],
  );
  const glances = useMemo(() => serversOf(parts), [parts]);
  return (
    <Card
      title={words.list}
      note={job_count > 0 ? words.counts(under_way.count, under_way.waiting_count) : undefined}
      aside={
        job_count > 0 && (
          <div className={classes.search}>
            <QueryField
              list="jobs"
              isSmall
              value={q}
              change={(query) => change(query || undefined)}
              error={search.error}
            />
            <SaveListView {...views} />
          </div>
        )
      }
    >
      {job_count === 0 && <EmptyState title={words.emptyTitle} text={words.empty} />}
      {job_count > 0 && jobs.length === 0 && (
        <p className={classes.noMatch}>
          {words.noMatch(text)}{" "}
          <Button variant="subtle" size="xs" onClick={() => change(undefined)}>
            {words.clearSearch}
          </Button>
        </p>
      )}
      {jobs.length > 0 && <ScheduleList {...{ jobs, glances, now, moves, see }} runs={under_way.items} />}
    </Card>
  );
}

function QueueSkeleton() {
  return (
    <Waiting>
      <h1 className="visually-hidden">{words.title}</h1>
      <div className={classes.skeleton}>
        <SkeletonBox height={26} width={360} />
        <SkeletonBox height={320} radius={11} />
        <SkeletonBox height={400} radius={11} />
      </div>
    </Waiting>
  );
}
