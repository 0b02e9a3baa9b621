/** The timeline of all servers, in which waiting runs are dragged to another place. */
import { useMediaQuery } from "@mantine/hooks";
import { useMemo, useState } from "react";
import type { Horizon } from "@/api/overview";
import { LANES_AT_ONCE, lanesPart } from "@/api/queue";
import type { QueueLane, QueueSchedule } from "@/api/types";
import { rangeOf } from "@/components/queue-rows";
import { queue as words } from "@/messages/queue";
import { Card } from "@/parts/card";
import { Timeline } from "@/parts/timeline";
import type { Reorder } from "@/parts/use-bar-drag";
import { type Dragged, MoveNote } from "./move-note";
import classes from "./queue.module.css";
import { scheduleRows } from "./schedule-rows";
import type { Movable, Moves } from "./use-moves";
import { serversOf, spreadParts, useParts } from "./use-parts";

export interface TimelineCardProps {
  schedule: QueueSchedule;
  horizon: Horizon;
  /** Start of the timeline, where one was chosen. */
  from: string | undefined;
  now: Date;
  operate: boolean;
  moves: Moves;
}

const MINUTE_MS = 60_000;

export function TimelineCard({ schedule, horizon, from, now, operate, moves }: TimelineCardProps) {
  const isPhone = useMediaQuery("(max-width: 640px)", undefined, { getInitialValueInEffect: false }) ?? false;
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const { parts, see } = useParts(schedule, LANES_AT_ONCE, (offset) => lanesPart(horizon, from, offset));
  const { lane_count } = schedule;
  const lanes = useMemo(
    () =>
      spreadParts(
        parts,
        lane_count,
        ({ queue }) => queue.lanes,
        ({ server }) => server.id,
      ),
    [parts, lane_count],
  );
  const { from_at, to_at } = schedule.queue;
  const range = useMemo(() => rangeOf({ from_at, to_at }), [from_at, to_at]);
  // Bars are made again with new data and with each minute, and not while one of them is dragged.
  const minute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  const rows = useMemo(
    () => scheduleRows(lanes, serversOf(parts), range, { now: new Date(minute), operate, isShort: isPhone }),
    [lanes, parts, range, minute, operate, isPhone],
  );
  const reorder = useMemo<Reorder>(
    () => ({
      preview: (id, place) => {
        const movable = findMovable(lanes, id);
        setDragged(movable && { ...movable, place });
      },
      drop: (place) => {
        const movable = findMovable(lanes, place.id);
        if (movable) moves.drop(movable, place);
      },
      step: (id, direction) => {
        const movable = findMovable(lanes, id);
        if (movable) moves.step(movable, direction);
      },
    }),
    [lanes, moves],
  );
  return (
    <Card
      title={words.timeline}
      note={operate && !isPhone && schedule.waiting_server_count > 0 ? words.dragHint : undefined}
      aside={<Legend />}
    >
      <Timeline
        label={words.timelineLabel(words.spans[horizon])}
        rows={rows}
        range={range}
        now={minute}
        isLarge
        see={see}
        reorder={operate ? reorder : undefined}
        note={dragged && <MoveNote dragged={dragged} now={now} />}
      />
    </Card>
  );
}

function findMovable(lanes: readonly (QueueLane | number)[], job: string): Movable | null {
  for (const lane of lanes) {
    if (typeof lane === "number") continue;
    const bar = lane.bars.find(({ job_number }) => job_number === job);
    if (bar) return { job, run: bar.run_number ?? job, server: lane.server.number };
  }
  return null;
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
