/** The timeline of all servers, in which waiting runs are dragged to another place. */
import { useMediaQuery } from "@mantine/hooks";
import { useMemo, useState } from "react";
import type { Horizon } from "@/api/overview";
import type { Move } from "@/api/queue";
import type { QueueSchedule } from "@/api/types";
import { rangeOf } from "@/components/queue-rows";
import { queue as words } from "@/messages/queue";
import { Card } from "@/parts/card";
import { Timeline } from "@/parts/timeline";
import type { Reorder } from "@/parts/use-bar-drag";
import { MoveNote } from "./move-note";
import { lineOf, moveBetween } from "./moves";
import classes from "./queue.module.css";
import { scheduleRows } from "./schedule-rows";
import type { Moves } from "./use-moves";

export interface TimelineCardProps {
  schedule: QueueSchedule;
  horizon: Horizon;
  now: Date;
  operate: boolean;
  moves: Moves;
}

interface Dragged {
  job: string;
  move: Move | null;
}

const MINUTE_MS = 60_000;

export function TimelineCard({ schedule, horizon, now, operate, moves }: TimelineCardProps) {
  const isPhone = useMediaQuery("(max-width: 640px)", undefined, { getInitialValueInEffect: false }) ?? false;
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const { jobs } = schedule;
  // Bars are made again with new data and with each minute, and not while one of them is dragged.
  const minute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  const rows = useMemo(
    () => scheduleRows(schedule, { now: new Date(minute), operate, isShort: isPhone }),
    [schedule, minute, operate, isPhone],
  );
  const { from_at, to_at } = schedule.queue;
  const range = useMemo(() => rangeOf({ from_at, to_at }), [from_at, to_at]);
  const reorder = useMemo<Reorder>(
    () => ({
      preview: (place) =>
        setDragged((before) =>
          place
            ? { job: place.id, move: moveBetween(lineOf(jobs, place.id), place) }
            : before && { ...before, move: null },
        ),
      drop: moves.drop,
      step: moves.step,
    }),
    [jobs, moves],
  );
  return (
    <Card
      title={words.timeline}
      note={operate && !isPhone && jobs.some(({ position }) => position !== null) ? words.dragHint : undefined}
      aside={<Legend />}
    >
      <Timeline
        label={words.timelineLabel(words.spans[horizon])}
        rows={rows}
        range={range}
        now={minute}
        isLarge
        reorder={operate ? reorder : undefined}
        note={
          <MoveNote
            move={dragged?.move ?? null}
            job={jobs.find(({ job_number }) => job_number === dragged?.job)}
            now={now}
          />
        }
      />
    </Card>
  );
}

const KINDS = ["running", "queued", "reserved", "rebuilding", "unreachable"] as const;

function Legend() {
  return (
    <span className={classes.legend} aria-hidden="true">
      {KINDS.map((kind) => (
        <span key={kind}>
          <i data-kind={kind} />
          {words.legend[kind]}
        </span>
      ))}
    </span>
  );
}
