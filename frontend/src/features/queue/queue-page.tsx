/** The queue: the timeline of all servers, every run that measures or waits, and what is done. */
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import { useApi } from "@/api/context";
import { HORIZONS, type Horizon } from "@/api/overview";
import { usePermissions } from "@/api/permissions";
import { scheduleQuery } from "@/api/queue";
import type { QueueSchedule } from "@/api/types";
import { NewRunButton } from "@/components/new-run-button";
import { ErrorNotice } from "@/components/notice";
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
import { type QueueRange, rangeAs, shiftedRange } from "./range";
import { ScheduleList } from "./schedule-list";
import { TimelineCard } from "./timeline-card";
import { useMoves } from "./use-moves";
import { waitText } from "./waits";

export type QueueView = "timeline" | "list" | "done";

export interface QueuePageProps extends QueueRange {
  view: QueueView;
  /** What the list is searched for. */
  find?: string | undefined;
  change: (search: QueueRange & { find?: string | undefined }) => void;
  /** Runs that are over. */
  done: ReactNode;
}

const CLOCK_MS = 15_000;
const MINUTE_MS = 60_000;
/** No message tells of a window that begins. */
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
          <Tabs count={data?.job_count} />
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

function Tabs({ count }: { count: number | undefined }) {
  return (
    <TabLinks label={words.tabs} isInBar={useHasPlace("tabs")}>
      {(["timeline", "list", "done"] as const).map((view) => (
        <Link
          key={view}
          from="/queue"
          to="/queue"
          search={(search) => ({ ...search, view: view === "timeline" ? undefined : view })}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {words.tab[view]}
          {view === "list" && count !== undefined && count > 0 && <span aria-hidden="true">{count}</span>}
        </Link>
      ))}
    </TabLinks>
  );
}

type ScheduleProps = Omit<QueuePageProps, "done"> & { schedule: QueueSchedule };

function Schedule({ schedule, view, find = "", change, ...range }: ScheduleProps) {
  const { operate } = usePermissions();
  const now = useNow(CLOCK_MS);
  const minute = useMemo(() => new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS), [now]).getTime();
  const moves = useMoves(schedule.jobs);
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
              onClick={() => change({ find, ...shiftedRange(range, schedule.queue.from_at, "earlier") })}
            >
              <IconChevronLeft size={15} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
            <Button variant="default" size="xs" onClick={() => change({ find, range: range.range })}>
              {words.now}
            </Button>
            <ActionIcon
              variant="default"
              size={26}
              aria-label={words.later}
              onClick={() => change({ find, ...shiftedRange(range, schedule.queue.from_at, "later") })}
            >
              <IconChevronRight size={15} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
            <Segmented
              label={words.range}
              options={HORIZONS.map((value) => ({ value, label: words.ranges[value] }))}
              value={horizon}
              change={(next) => change({ find, ...rangeAs(range, next) })}
            />
          </div>
        )}
      </div>
      {view === "timeline" && <TimelineCard {...{ schedule, horizon, now, operate, moves }} />}
      <ListCard
        schedule={schedule}
        minute={minute}
        moves={operate ? moves : null}
        find={find}
        change={(text) => change({ ...range, find: text })}
      />
    </>
  );
}

interface ListCardProps {
  schedule: QueueSchedule;
  minute: number;
  moves: ReturnType<typeof useMoves> | null;
  find: string;
  change: (find: string | undefined) => void;
}

function ListCard({ schedule, minute, moves, find, change }: ListCardProps) {
  const { jobs, job_count, under_way } = schedule;
  const text = useDeferredValue(find);
  const now = useMemo(() => new Date(minute), [minute]);
  const found = useMemo(() => findJobs(schedule, text, now), [schedule, text, now]);
  const counts =
    jobs.length < job_count
      ? words.counted(jobs.length, job_count)
      : words.counts(under_way.count, under_way.waiting_count);
  return (
    <Card
      title={words.list}
      note={jobs.length > 0 ? counts : undefined}
      aside={
        jobs.length > 0 && (
          <TextInput
            className={classes.search}
            size="xs"
            aria-label={words.search}
            placeholder={words.search}
            leftSection={<IconSearch size={13} stroke={1.75} aria-hidden="true" />}
            value={find}
            onChange={(event) => change(event.currentTarget.value || undefined)}
          />
        )
      }
    >
      {jobs.length === 0 && <EmptyState title={words.emptyTitle} text={words.empty} />}
      {jobs.length > 0 && found.length === 0 && (
        <p className={classes.noMatch}>
          {words.noMatch(text)}{" "}
          <Button variant="subtle" size="xs" onClick={() => change(undefined)}>
            {words.clearSearch}
          </Button>
        </p>
      )}
      {found.length > 0 && <ScheduleList schedule={schedule} jobs={found} now={now} moves={moves} />}
    </Card>
  );
}

/** Return the jobs whose run, server or reason has a text in it. */
function findJobs({ jobs, servers }: QueueSchedule, text: string, now: Date) {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return jobs;
  const glances = new Map(servers.map((server) => [server.id, server]));
  return jobs.filter((job) => {
    const { title, run_number, job_number, profile_title, server } = job;
    const reason = waitText(job, glances.get(server.id), now);
    return [title, run_number ?? "", job_number, profile_title, server.name, reason].some((each) =>
      each.toLowerCase().includes(wanted),
    );
  });
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
