/** A timeline of servers over some hours: one row per server, bars by time, a line at now. */
import { useMediaQuery } from "@mantine/hooks";
import {
  IconCalendarTime,
  IconGripVertical,
  IconHandGrab,
  IconPlugConnectedX,
  IconPlus,
  IconRefresh,
} from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";
import { type CSSProperties, type KeyboardEvent, memo, type ReactNode, useEffect, useMemo, useState } from "react";
import { clockOf } from "@/lib/short-times";
import { parts as words } from "@/messages/parts";
import { Dot, type DotTone } from "./dot";
import classes from "./timeline.module.css";
import type { MovableBar } from "./timeline-drag";
import { type PlacedBar, placeBars, placeNow, type Range, type TimelineBar, ticksOf } from "./timeline-layout";
import { type DragState, type Reorder, useBarDrag } from "./use-bar-drag";
import { useVisibleRows } from "./use-visible-rows";
import { useWidth } from "./use-width";

export interface LinkedBar extends MovableBar {
  /** Target of the bar; without one it is text. */
  link?: LinkProps;
}

export interface TimelineRow {
  id: string;
  name: string;
  /** The state of the server, in a second line of large rows, and its colour. */
  note?: ReactNode;
  tone?: DotTone;
  bars: readonly LinkedBar[];
  /** Its server and bars are on their way. */
  isPending?: boolean;
}

export interface TimelineProps {
  /** Description of the content: "Queue, next 24 hours". */
  label: string;
  rows: readonly TimelineRow[];
  range: Range;
  /** In ms. */
  now: number;
  /** Rows 46 and bars 36 with two lines, as in Queue; else 30 and 22. */
  isLarge?: boolean;
  /** Bars with a name to move by can be dragged within their row, or moved with Alt and the arrows. */
  reorder?: Reorder;
  /** Changes that a move of the dragged bar would cause. */
  note?: ReactNode;
  /** Callback with the indexes of the rows in sight. */
  see?: (first: number, last: number) => void;
}

/** Heights of rows as the style sheet has them. */
const [ROW, LARGE_ROW, PHONE_ROW] = [30, 46, 36];
const PHONE = "(max-width: 640px)";
/** A guess where nothing can measure the track. */
const TYPICAL_WIDTH = 700;

const ICONS: Partial<Record<TimelineBar["kind"], typeof IconRefresh>> = {
  reserved: IconCalendarTime,
  rebuilding: IconRefresh,
  unreachable: IconPlugConnectedX,
  free: IconPlus,
};

export function Timeline({ label, rows, range, now, isLarge = false, reorder, note, see }: TimelineProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const [drag, setDrag] = useState<DragState | null>(null);
  const trackWidth = width > 0 ? width : TYPICAL_WIDTH;
  const line = placeNow(range, now, trackWidth);
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
  const visible = useVisibleRows<TimelineRow, HTMLUListElement>(
    rows,
    isLarge ? (isPhone ? PHONE_ROW : LARGE_ROW) : ROW,
  );
  const { first, items } = visible;
  useEffect(() => see?.(first, first + items.length - 1), [see, first, items.length]);
  return (
    <section className={classes.timeline} data-large={isLarge || undefined} aria-label={label}>
      <div className={classes.axis} ref={ref} aria-hidden="true">
        {ticksOf(range, now, trackWidth).map(({ at, left, text, isDay, align }) => (
          <span key={at} data-align={align} data-day={isDay || undefined} style={{ left: `${left}%` }}>
            {text}
          </span>
        ))}
      </div>
      <ul
        className={classes.rows}
        ref={visible.ref}
        style={{ paddingTop: visible.before, paddingBottom: visible.after }}
      >
        {visible.items.map((row, place) => (
          <Row
            key={row.id}
            index={visible.first + place}
            count={rows.length}
            {...{ row, range, now, trackWidth, isLarge, reorder, setDrag }}
            drag={drag?.row === visible.first + place ? drag : null}
          />
        ))}
      </ul>
      {(line || drag) && (
        <div className={classes.layer}>
          {line && (
            <div className={classes.now} data-align={line.align} style={{ left: `${line.left}%` }}>
              <span role="img" aria-label={words.timeline.now(clockOf(new Date(now)))}>
                {clockOf(new Date(now))}
              </span>
            </div>
          )}
          {drag && note && (
            <div
              className={classes.dropNote}
              style={
                {
                  left: `min(${drag.noteLeft}% + 24px, 100% - 262px)`,
                  "--row-index": drag.row,
                } as CSSProperties
              }
            >
              {note}
            </div>
          )}
        </div>
      )}
    </section>
  );
}

interface RowProps extends Pick<TimelineProps, "range" | "now" | "reorder"> {
  row: TimelineRow;
  index: number;
  /** Number of all rows. */
  count: number;
  trackWidth: number;
  isLarge: boolean;
  /** Null while no bar of this row is dragged: then nothing of it is drawn again. */
  drag: DragState | null;
  setDrag: (drag: DragState | null) => void;
}

const Row = memo(function Row({
  row,
  index,
  count,
  range,
  now,
  trackWidth,
  isLarge,
  reorder,
  drag,
  setDrag,
}: RowProps) {
  const { name, note, tone, bars } = row;
  const placed = useMemo(() => placeBars(bars, range, now, trackWidth), [bars, range, now, trackWidth]);
  const { start, lifted } = useBarDrag({ placed, row: index, drag, setDrag, reorder });
  const dragged = drag && placed.find(({ bar }) => bar.moveId === drag.id);
  if (row.isPending)
    return <li className={classes.row} aria-busy="true" aria-setsize={count} aria-posinset={index + 1} />;
  return (
    <li
      className={classes.row}
      data-dragging={drag !== null || undefined}
      aria-setsize={count}
      aria-posinset={index + 1}
    >
      <div className={classes.server} data-dotted={(isLarge && tone) || undefined}>
        {isLarge && tone && <Dot tone={tone} />}
        <span dir="auto" title={name}>
          {name}
        </span>
        {isLarge && note && <span className={classes.note}>{note}</span>}
      </div>
      <ul
        className={classes.bars}
        onPointerDown={start}
        onKeyDown={(event) => {
          const id = movedBy(event);
          if (!reorder || id === null) return;
          event.preventDefault();
          reorder.step(id, event.key === "ArrowUp" ? "up" : "down");
        }}
      >
        {bars.length === 0 && (
          <li className={classes.place}>
            <span className="visually-hidden">{words.timeline.nothing}</span>
          </li>
        )}
        {placed.map((item) => (
          <li
            key={item.bar.id}
            className={classes.place}
            style={{ left: `${item.left}%`, width: `${item.width}%` }}
            data-lifted={(drag && item.bar.moveId === drag.id) || undefined}
            data-shifted={
              (item.bar.moveId !== undefined && drag?.place?.shifted.includes(item.bar.moveId)) || undefined
            }
          >
            <Bar placed={item} isMovable={reorder !== undefined && item.bar.moveId !== undefined} />
          </li>
        ))}
        {drag && dragged && (
          <li className={classes.lifted} ref={lifted} style={{ width: `${dragged.width}%` }} aria-hidden="true">
            <IconGripVertical size={14} stroke={1.75} />
            <Words bar={dragged.bar} />
            <IconHandGrab size={17} stroke={1.75} />
          </li>
        )}
        {drag?.place && <li className={classes.drop} style={{ left: `${drag.place.left}%` }} aria-hidden="true" />}
      </ul>
    </li>
  );
});

/** Return the bar that Alt and an arrow are to move; null for other keys. */
function movedBy({ altKey, key, target }: KeyboardEvent): string | null {
  if (!altKey || (key !== "ArrowUp" && key !== "ArrowDown")) return null;
  return (target as HTMLElement).closest<HTMLElement>("[data-move]")?.dataset.move ?? null;
}

/** Its place is the same object while a drag changes the row around it. */
const Bar = memo(function Bar({ placed, isMovable }: { placed: PlacedBar<LinkedBar>; isMovable: boolean }) {
  const { bar, done, text } = placed;
  const name = nameOf(bar);
  const shared = {
    className: classes.bar,
    "data-kind": bar.kind,
    "data-text": text ?? undefined,
    "data-move": isMovable ? bar.moveId : undefined,
    title: bar.detail === undefined ? bar.title : `${bar.title} · ${bar.detail}`,
    style: { "--done": `${done ?? 0}%` } as CSSProperties,
  };
  if (bar.link) {
    return (
      <Link
        {...bar.link}
        {...shared}
        aria-label={name}
        aria-keyshortcuts={isMovable ? "Alt+ArrowUp Alt+ArrowDown" : undefined}
        draggable={isMovable ? false : undefined}
      >
        <Content placed={placed} />
      </Link>
    );
  }
  return (
    <span {...shared} role="img" aria-label={name}>
      <Content placed={placed} />
    </span>
  );
});

function nameOf({ title, detail, kind, start, end }: TimelineBar): string {
  // The label has the words of the bar in their order, so that voice control can address it.
  const full = detail === undefined ? title : `${title} ${detail}`;
  return words.timeline.bar(full, words.timeline.kinds[kind], clockOf(new Date(start)), clockOf(new Date(end)));
}

function Content({ placed: { bar, text, indent, extent, hasIcon } }: { placed: PlacedBar<LinkedBar> }) {
  const Icon = ICONS[bar.kind];
  return (
    <span className={classes.content} style={{ marginLeft: `${indent}%`, width: `${extent}%` }}>
      {Icon && hasIcon && <Icon size={12} stroke={2} aria-hidden="true" />}
      {text !== null && <Words bar={bar} />}
    </span>
  );
}

function Words({ bar: { title, detail } }: { bar: TimelineBar }) {
  return (
    <span className={classes.words} dir="auto">
      {title} {detail !== undefined && <span className={classes.detail}>{detail}</span>}
    </span>
  );
}
