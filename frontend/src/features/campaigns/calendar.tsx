/** The calendar of a campaign as a list by day; a bar shows which part of the day each cell takes. */
import { Text } from "@mantine/core";
import { IconCircleCheck, IconCircleDashed, IconProgress } from "@tabler/icons-react";
import type { CalendarSlot } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/page";
import { type Tone, ToneLabel } from "@/components/state-label";
import { formatDay, formatDuration, formatTimeOfDay } from "@/lib/units";
import { word } from "@/messages";
import { calendar as words } from "@/messages/campaigns";
import { calendarDays, daysAfter, shareOfDay } from "./calendar-days";
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
  return (
    <div className={classes.days}>
      {slots.some(({ certainty }) => certainty !== "known") && <Text c="dimmed">{words.explain}</Text>}
      {calendarDays(slots).map(({ at, slots: ofDay }) => {
        const day = formatDay(at);
        return (
          <div key={at} className={classes.day}>
            <h3>{day}</h3>
            <DataTable
              caption={words.caption(day)}
              columns={COLUMNS}
              rows={ofDay}
              rowKey={(slot) => `${slot.starts_at} ${slot.title} ${slot.generation}`}
              minWidth={TABLE_WIDTH}
            />
          </div>
        );
      })}
    </div>
  );
}

const COLUMNS: readonly Column<CalendarSlot>[] = [
  { key: "from", title: words.columns.from, cell: ({ starts_at }) => <Clock at={starts_at} on={starts_at} /> },
  { key: "to", title: words.columns.to, cell: ({ starts_at, ends_at }) => <Clock at={ends_at} on={starts_at} /> },
  { key: "what", title: words.columns.what, wrap: true, cell: ({ title }) => title },
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

/** The time alone on the day under which it stands, else with how many days later it is. */
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
