/** A timeline of servers over some hours: one row per server, bars by time, a line at now. */
import { IconCalendarTime, IconPlugConnectedX, IconRefresh } from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { CSSProperties, ReactNode } from "react";
import { clockOf } from "@/lib/short-times";
import { parts as words } from "@/messages/parts";
import classes from "./timeline.module.css";
import { type PlacedBar, placeBars, placeNow, type Range, type TimelineBar, ticksOf } from "./timeline-layout";
import { useWidth } from "./use-width";

export interface LinkedBar extends TimelineBar {
  /** Where the bar leads; without one it is text. */
  link?: LinkProps;
}

export interface TimelineRow {
  id: string;
  name: string;
  /** The state of the server, in a second line of large rows. */
  note?: ReactNode;
  bars: readonly LinkedBar[];
}

export interface TimelineProps {
  /** Says what is shown: "Queue, next 24 hours". */
  label: string;
  rows: readonly TimelineRow[];
  range: Range;
  /** In ms. */
  now: number;
  /** Rows 46 and bars 36 with two lines, as in Queue; else 30 and 22. */
  isLarge?: boolean;
}

/** A guess where nothing can measure the track. */
const TYPICAL_WIDTH = 700;

const ICONS: Partial<Record<TimelineBar["kind"], typeof IconRefresh>> = {
  reserved: IconCalendarTime,
  rebuilding: IconRefresh,
  unreachable: IconPlugConnectedX,
};

export function Timeline({ label, rows, range, now, isLarge = false }: TimelineProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const trackWidth = width > 0 ? width : TYPICAL_WIDTH;
  const line = placeNow(range, now, trackWidth);
  return (
    <section className={classes.timeline} data-large={isLarge || undefined} aria-label={label}>
      <div className={classes.axis} ref={ref} aria-hidden="true">
        {ticksOf(range, now, trackWidth).map(({ at, left, text, isDay, align }) => (
          <span key={at} data-align={align} data-day={isDay || undefined} style={{ left: `${left}%` }}>
            {text}
          </span>
        ))}
      </div>
      <ul className={classes.rows}>
        {rows.map(({ id, name, note, bars }) => (
          <li key={id} className={classes.row}>
            <div className={classes.server}>
              <span dir="auto" title={name}>
                {name}
              </span>
              {isLarge && note && <span className={classes.note}>{note}</span>}
            </div>
            <ul className={classes.bars}>
              {bars.length === 0 && (
                <li className={classes.place}>
                  <span className="visually-hidden">{words.timeline.nothing}</span>
                </li>
              )}
              {placeBars(bars, range, now, trackWidth).map((placed) => (
                <li
                  key={placed.bar.id}
                  className={classes.place}
                  style={{ left: `${placed.left}%`, width: `${placed.width}%` }}
                >
                  <Bar placed={placed} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {line && (
        <div className={classes.layer}>
          <div className={classes.now} data-align={line.align} style={{ left: `${line.left}%` }}>
            <span role="img" aria-label={words.timeline.now(clockOf(new Date(now)))}>
              {clockOf(new Date(now))}
            </span>
          </div>
        </div>
      )}
    </section>
  );
}

function Bar({ placed }: { placed: PlacedBar<LinkedBar> }) {
  const { bar, done, text } = placed;
  const name = nameOf(bar);
  const shared = {
    className: classes.bar,
    "data-kind": bar.kind,
    "data-text": text ?? undefined,
    title: bar.detail === undefined ? bar.title : `${bar.title} · ${bar.detail}`,
    style: { "--done": `${done ?? 0}%` } as CSSProperties,
  };
  if (bar.link) {
    return (
      <Link {...bar.link} {...shared} aria-label={name}>
        <Content placed={placed} />
      </Link>
    );
  }
  return (
    <span {...shared} role="img" aria-label={name}>
      <Content placed={placed} />
    </span>
  );
}

function nameOf({ title, detail, kind, start, end }: TimelineBar): string {
  // The words of the bar in their order, so that it can be asked for by voice.
  const full = detail === undefined ? title : `${title} ${detail}`;
  return words.timeline.bar(full, words.timeline.kinds[kind], clockOf(new Date(start)), clockOf(new Date(end)));
}

function Content({ placed: { bar, text, indent, extent, hasIcon } }: { placed: PlacedBar<LinkedBar> }) {
  const Icon = ICONS[bar.kind];
  return (
    <span className={classes.content} style={{ marginLeft: `${indent}%`, width: `${extent}%` }}>
      {Icon && hasIcon && <Icon size={12} stroke={2} aria-hidden="true" />}
      {text !== null && (
        <span className={classes.words} dir="auto">
          {bar.title} {bar.detail !== undefined && <span className={classes.detail}>{bar.detail}</span>}
        </span>
      )}
    </span>
  );
}
