/** The calendar of a campaign as a list by day; a bar shows which part of the day each cell takes. */
import { Text } from "@mantine/core";
import { IconCircleCheck, IconCircleDashed, IconProgress } from "@tabler/icons-react";
import type { CalendarSlot } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { EmptyState } from "@/components/page";
import { type Tone, ToneLabel } from "@/components/state-label";
import { formatDay, formatDuration, formatTimeOfDay } from "@/lib/units";
import { word } from "@/messages";
import { calendar as words } from "@/messages/campaigns";
import { calendarDays, daysAfter, lanesOf, shareOfDay } from "./calendar-days";
import classes from "./campaigns.module.css";

const LOOKS: Record<CalendarSlot["certainty"], readonly [Tone, typeof IconCircleCheck]> = {
  known: ["ok", IconCircleCheck],
  likely: ["running", IconProgress],
  rough: ["idle", IconCircleDashed],
};

const TABLE_WIDTH = 640;

export function Calendar({ slots }: { slots: readonly CalendarSlot[] }) {
  if (slots.length === 0) {
    return (
      <EmptyState title={words.emptyTitle}>
        <Text>{words.empty}</Text>
      </EmptyState>
    );
  }
  const several = lanesOf(slots).length > 1;
  return (
    <div className={classes.days}>
      {slots.some(({ certainty }) => certainty !== "known") && <Text c="dimmed">{words.explain}</Text>}
      {calendarDays(slots).map(({ at, slots: ofDay }) => {
        const day = formatDay(at);
        return (
          <div key={at} className={classes.day}>
            <h3>{day}</h3>
            {several && <Lanes slots={ofDay} />}
            <DataTable
              caption={words.caption(day)}
              columns={several ? COLUMNS_ON_SERVERS : COLUMNS}
              rows={ofDay}
              rowKey={(slot) => `${slot.server.id} ${slot.starts_at} ${slot.title} ${slot.generation}`}
              minWidth={TABLE_WIDTH}
            />
          </div>
        );
      })}
    </div>
  );
}

/** Draw one lane for each server, midnight to midnight; the table below has the same content. */
function Lanes({ slots }: { slots: readonly CalendarSlot[] }) {
  return (
    <div className={classes.lanes} aria-hidden="true">
      {lanesOf(slots).map(({ name, slots: ofServer }) => (
        <div key={ofServer[0]?.server.id} className={classes.lane}>
          <span>{name}</span>
          <span className={classes.laneTrack}>
            {ofServer.map((slot) => {
              const { from, width } = shareOfDay(slot);
              return (
                <span
                  key={`${slot.starts_at} ${slot.title} ${slot.generation}`}
                  className={classes.laneBar}
                  data-certainty={slot.certainty}
                  style={{ left: `${from}%`, width: `${width}%` }}
                />
              );
            })}
          </span>
        </div>
      ))}
    </div>
  );
}

/** Draw the title of a slot, linked to its run, or to its job while there is no run. */
function SlotLink({ slot: { title, run_number, job_number } }: { slot: CalendarSlot }) {
  if (run_number !== null) {
    return (
      <AnchorLink to="/runs/$ref" params={{ ref: run_number }}>
        {title}
      </AnchorLink>
    );
  }
  if (job_number === null) return title;
  return (
    <AnchorLink to="/jobs/$ref" params={{ ref: job_number }}>
      {title}
    </AnchorLink>
  );
}

const COLUMNS: readonly Column<CalendarSlot>[] = [
  { key: "from", title: words.columns.from, cell: ({ starts_at }) => <Clock at={starts_at} on={starts_at} /> },
  { key: "to", title: words.columns.to, cell: ({ starts_at, ends_at }) => <Clock at={ends_at} on={starts_at} /> },
  { key: "what", title: words.columns.activity, wrap: true, cell: (slot) => <SlotLink slot={slot} /> },
  {
    key: "duration",
    title: words.columns.duration,
    cell: (slot) => (
      <>
        {formatDuration((Date.parse(slot.ends_at) - Date.parse(slot.starts_at)) / 1000)}
        <DayBar slot={slot} />
      </>
    ),
  },
  {
    key: "certainty",
    title: words.columns.certainty,
    cell: ({ certainty }) => {
      const [tone, Icon] = LOOKS[certainty];
      return <ToneLabel tone={tone} Icon={Icon} text={word(words.certainty, certainty)} />;
    },
  },
];

const COLUMNS_ON_SERVERS: readonly Column<CalendarSlot>[] = COLUMNS.flatMap((column) =>
  column.key === "what"
    ? [{ key: "server", title: words.columns.server, cell: ({ server }: CalendarSlot) => server.name }, column]
    : [column],
);

/** Draw the time. On a later day than that of its line, the number of days follows. */
function Clock({ at, on }: { at: string; on: string }) {
  const later = daysAfter(at, on);
  return (
    <time dateTime={at} title={at}>
      {later === 0 ? formatTimeOfDay(at) : words.laterDay(formatTimeOfDay(at), later)}
    </time>
  );
}

function DayBar({ slot }: { slot: CalendarSlot }) {
  const { from, width } = shareOfDay(slot);
  return (
    <span className={classes.dayTrack} aria-hidden="true">
      <span
        className={classes.dayBar}
        data-certainty={slot.certainty}
        style={{ marginLeft: `${from}%`, width: `${width}%` }}
      />
    </span>
  );
}
