/** Every run that measures or waits: what it waits for, and when it starts and ends; cards on a phone. */
import { useMediaQuery } from "@mantine/hooks";
import {
  IconCalendarTime,
  IconClock,
  IconGrid4x4,
  IconHourglass,
  IconLock,
  IconPlayerPause,
  IconPlugConnectedX,
  IconProgressCheck,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, memo, useEffect } from "react";
import type { QueueWait, RunUnderWay, ScheduledJob, ServerGlance } from "@/api/types";
import { barPhases } from "@/components/bar-phases";
import { AnchorLink } from "@/components/link";
import list from "@/components/list-table.module.css";
import { shortSpan } from "@/lib/short-times";
import { messages } from "@/messages";
import { queue as words } from "@/messages/queue";
import { Badge, StateBadge } from "@/parts/badge";
import { PhaseBar } from "@/parts/phase-bar";
import { useVisibleRows } from "@/parts/use-visible-rows";
import classes from "./queue.module.css";
import { RowMenu } from "./row-menu";
import { queueTime } from "./times";
import { type Moves, movableOf, runOf } from "./use-moves";
import { waitText } from "./waits";

const WAIT_ICONS: Readonly<Record<QueueWait["kind"], typeof IconClock>> = {
  paused: IconPlayerPause,
  server: IconPlugConnectedX,
  maintenance: IconClock,
  reservation: IconLock,
  rebuilding: IconProgressCheck,
  not_before: IconCalendarTime,
  running: IconHourglass,
  queued: IconHourglass,
  other: IconHourglass,
};

const ROW_HEIGHT = 43;
const CARD_HEIGHT = 94;

export interface ScheduleListProps {
  /** Those that are found, in their order; the index of one that is not known yet. */
  jobs: readonly (ScheduledJob | number)[];
  glances: ReadonlyMap<string, ServerGlance>;
  /** Runs at work. */
  runs: readonly RunUnderWay[];
  /** Read by minutes. */
  now: Date;
  /** Null for those who may not move runs. */
  moves: Moves | null;
  /** Called with the indexes of the visible rows. */
  see: (first: number, last: number) => void;
}

interface Shown {
  job: ScheduledJob;
  wait: string;
  run: RunUnderWay | undefined;
}

export const ScheduleList = memo(function ScheduleList({ jobs, glances, runs, now, moves, see }: ScheduleListProps) {
  const isPhone = useMediaQuery("(max-width: 640px)", undefined, { getInitialValueInEffect: false }) ?? false;
  const height = isPhone ? CARD_HEIGHT : ROW_HEIGHT;
  const visible = useVisibleRows<ScheduledJob | number, HTMLDivElement & HTMLUListElement>(jobs, height);
  const { ref, first, before, after } = visible;
  useEffect(() => see(first, first + visible.items.length - 1), [see, first, visible.items.length]);
  const shown = (job: ScheduledJob): Shown => ({
    job,
    wait: waitText(job, glances.get(job.server.id), now),
    run: runs.find(({ number }) => number === job.run_number),
  });
  if (isPhone) {
    return (
      <ul className={classes.cards} ref={ref} style={{ paddingTop: before, paddingBottom: after }}>
        {visible.items.map((job) =>
          typeof job === "number" ? (
            <li key={job} className={classes.card} style={{ height }} aria-busy="true" />
          ) : (
            <Card key={job.job_number} {...shown(job)} now={now} moves={moves} />
          ),
        )}
      </ul>
    );
  }
  return (
    <div className={list.scroller} ref={ref}>
      <table className={list.table} aria-rowcount={jobs.length + 1}>
        <caption className="visually-hidden">{words.list}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{words.columns.place}</span>
            </th>
            <th scope="col">{words.columns.run}</th>
            <th scope="col">{words.columns.server}</th>
            <th scope="col">{words.columns.state}</th>
            <th scope="col">{words.columns.wait}</th>
            <th scope="col" data-numeric aria-sort="ascending">
              {words.columns.starts}
            </th>
            <th scope="col" data-numeric>
              {words.columns.takes}
            </th>
            <th scope="col" data-numeric>
              {words.columns.ends}
            </th>
            <th scope="col">{words.columns.by}</th>
            <th scope="col">
              <span className="visually-hidden">{words.columns.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Spacer height={before} />}
          {visible.items.map((job) =>
            typeof job === "number" ? (
              <Spacer key={job} height={height} />
            ) : (
              <Row key={job.job_number} {...shown(job)} now={now} moves={moves} />
            ),
          )}
          {after > 0 && <Spacer height={after} />}
        </tbody>
      </table>
    </div>
  );
});

/** In place of the rows that are out of sight or not known yet. */
function Spacer({ height }: { height: number }) {
  return (
    <tr>
      <td colSpan={10} style={{ height, border: 0 }} />
    </tr>
  );
}

interface RowProps extends Shown {
  now: Date;
  moves: Moves | null;
}

const Row = memo(function Row({ job, wait, run, now, moves }: RowProps) {
  const { job_number, position, server, start_order, starts_at, ends_at, estimated_seconds } = job;
  const isMovable = moves !== null && position !== null;
  const step = (event: KeyboardEvent) => {
    if (!isMovable || !event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    moves.step(movableOf(job), event.key === "ArrowUp" ? "up" : "down");
  };
  return (
    <tr data-job={job_number} onKeyDown={step}>
      <td className={classes.position}>{position !== null && (start_order ?? messages.none)}</td>
      <td>
        <Title job={job} />
      </td>
      <td>
        <AnchorLink to="/servers/$ref" params={{ ref: server.number }} c="inherit">
          {server.name}
        </AnchorLink>
      </td>
      <td>
        <State job={job} />
      </td>
      <td>
        <Waits job={job} text={wait} run={run} />
      </td>
      <td data-numeric>
        <strong className={classes.starts} data-unknown={starts_at === null || undefined}>
          {timeOf(starts_at, now)}
        </strong>
      </td>
      <td data-numeric>{shortSpan(estimated_seconds)}</td>
      <td data-numeric>{ends_at === null ? messages.none : queueTime(ends_at, now)}</td>
      <td>
        <By job={job} />
      </td>
      <td>
        <RowMenu job={job} isFirst={job.position === 1} isLast={job.position === job.line_length} moves={moves} />
      </td>
    </tr>
  );
});

function Card({ job, wait, run, now, moves }: RowProps) {
  return (
    <li className={classes.card} data-job={job.job_number}>
      <div>
        <Title job={job} />
      </div>
      <div className={classes.cardEnd}>
        <State job={job} />
        <strong className={classes.starts} data-unknown={job.starts_at === null || undefined}>
          {timeOf(job.starts_at, now)}
        </strong>
      </div>
      <div className={classes.cardFoot}>
        <Waits job={job} text={wait} run={run} />
        <RowMenu job={job} isFirst={job.position === 1} isLast={job.position === job.line_length} moves={moves} />
      </div>
    </li>
  );
}

const timeOf = (at: string | null, now: Date) => (at === null ? words.unknown : queueTime(at, now));

/** The title leads to the run, or to the job of several. */
function Title({ job }: { job: ScheduledJob }) {
  const { title, run_number, job_number, run_count, profile_title } = job;
  const isJob = run_number === null || run_count > 1;
  const note = words.runCount(runOf(job), run_count, profile_title);
  return (
    <>
      {isJob ? (
        <Link to="/jobs/$ref" params={{ ref: job_number }} className={list.title} dir="auto" title={title}>
          {title}
        </Link>
      ) : (
        <Link to="/runs/$ref" params={{ ref: run_number }} className={list.title} dir="auto" title={title}>
          {title}
        </Link>
      )}
      <span className={list.subtitle} title={note}>
        {note}
      </span>
    </>
  );
}

/** Draw the state of a job. A server that accepts no runs makes all of them wait, at any position. */
function State({ job: { state, position, wait } }: { job: ScheduledJob }) {
  if (wait?.kind === "server") return <Badge tone="err">{words.waiting}</Badge>;
  return <StateBadge state={state} place={position} />;
}

function Waits({ job, text, run }: { job: ScheduledJob; text: string; run: RunUnderWay | undefined }) {
  if (job.position === null)
    return run ? <Progress run={run} /> : <span className={classes.wait}>{words.preparing}</span>;
  const Icon = WAIT_ICONS[job.wait?.kind ?? "not_before"];
  return (
    <span className={classes.wait} data-kind={job.wait?.kind} title={text}>
      <Icon size={15} stroke={1.75} aria-hidden="true" />
      <span dir="auto">{text}</span>
    </span>
  );
}

function Progress({ run }: { run: RunUnderWay }) {
  const { progress, number } = run;
  if (!progress || progress.phase_ordinal === null) return <span className={classes.wait}>{words.preparing}</span>;
  return (
    <span className={classes.progress}>
      <PhaseBar phases={barPhases(run)} label={words.phase(number)} />
      <span>{words.phasePlace(progress.phase_ordinal, progress.phase_count)}</span>
    </span>
  );
}

function By({ job: { campaign_number, submitted_by } }: { job: ScheduledJob }) {
  if (campaign_number === null) return <span dir="auto">{submitted_by ?? messages.none}</span>;
  return (
    <AnchorLink to="/campaigns/$ref" params={{ ref: campaign_number }} c="inherit" className={classes.wait}>
      <IconGrid4x4 size={14} stroke={1.75} aria-hidden="true" />
      {words.campaign}
    </AnchorLink>
  );
}
