/** Places of the bars, ticks and the now line of a timeline, in percent of its track. */
import { clockOf, weekdayOf } from "@/lib/short-times";

export type BarKind = "running" | "queued" | "reserved" | "rebuilding" | "free" | "unreachable" | "done" | "failed";

export interface TimelineBar {
  id: string;
  kind: BarKind;
  /** In ms; a bar that goes on beyond the range is cut off. */
  start: number;
  end: number;
  title: string;
  /** A second line, where rows are high enough; behind the title else. */
  detail?: string;
}

export interface Range {
  /** In ms. */
  from: number;
  to: number;
}

/** Area of a bar with room for its text: all of it, or the part before or behind the now line. */
export type TextSide = "whole" | "before" | "after";

export interface PlacedBar<Bar extends TimelineBar = TimelineBar> {
  bar: Bar;
  /** In percent of the track. */
  left: number;
  width: number;
  /** Completed part of a running bar, in percent of the bar; null for others. */
  done: number | null;
  /** Null where there is room for no text. */
  text: TextSide | null;
  /** In percent of the bar: how far the text is from its beginning, and how wide it may be. */
  indent: number;
  extent: number;
  hasIcon: boolean;
}

/** All in px. */
const GAP = 2;
const MIN_WIDTH = 3;
const MIN_TEXT = 48;
const MIN_ICON = 20;
const ICON_WITH_TEXT = 22;

/** Return the bars of one row in order of time; none covers another, and each is three px wide or more. */
export function placeBars<Bar extends TimelineBar>(
  bars: readonly Bar[],
  { from, to }: Range,
  now: number,
  trackWidth: number,
): PlacedBar<Bar>[] {
  const px = (at: number) => ((at - from) / (to - from)) * trackWidth;
  const percent = (value: number) => (value / trackWidth) * 100;
  const placed: PlacedBar<Bar>[] = [];
  let free = 0;
  for (const bar of bars.toSorted((a, b) => a.start - b.start)) {
    // A run that takes longer than expected ends now at the earliest.
    const end = bar.kind === "running" ? Math.max(bar.end, now) : bar.end;
    if (end <= from || bar.start >= to) continue;
    const left = Math.max(px(bar.start), free, 0);
    const right = Math.max(Math.min(px(end), trackWidth) - GAP, left + MIN_WIDTH);
    if (right > trackWidth) break;
    free = right + GAP;
    placed.push({ bar, left: percent(left), width: percent(right - left), ...inside(bar, left, right, px(now)) });
  }
  return placed;
}

type Inside = Pick<PlacedBar, "done" | "text" | "indent" | "extent" | "hasIcon">;

/** The now line crosses a bar without crossing its text. */
function inside(bar: TimelineBar, left: number, right: number, nowAt: number): Inside {
  const [before, after] = [nowAt - left, right - nowAt];
  const isCrossed = before > 0 && after > 0;
  const whole = right - left;
  const done = bar.kind === "running" ? (100 * Math.min(Math.max(before, 0), whole)) / whole : null;
  const [text, room]: [TextSide, number] = isCrossed
    ? after >= MIN_TEXT || after >= before
      ? ["after", after]
      : ["before", before]
    : [done !== null && before > 0 ? "before" : "whole", whole];
  const hasText = room >= MIN_TEXT;
  return {
    done,
    text: hasText ? text : null,
    indent: text === "after" ? (100 * before) / whole : 0,
    extent: (100 * room) / whole,
    hasIcon: room >= (hasText ? MIN_TEXT + ICON_WITH_TEXT : MIN_ICON),
  };
}

export interface Tick {
  at: number;
  /** In percent of the track. */
  left: number;
  text: string;
  /** Midnight, with the day in place of the time. */
  isDay: boolean;
  align: "start" | "middle" | "end";
}

const MINUTE_MS = 60_000;
const STEPS_MINUTES = [1, 2, 5, 10, 15, 30, ...[1, 2, 3, 6, 12, 24, 48, 168].map((hours) => hours * 60)];
/** All in px: between two ticks, and the width of the texts of a time, a day and now. */
const TICK_ROOM = 62;
const CLOCK_WIDTH = 32;
const DAY_WIDTH = 44;
const NOW_WIDTH = 40;
const TEXT_GAP = 3;

/** Return where a text around a place begins and ends; at an end of the track it stays within. */
function textSpan(x: number, width: number, align: Tick["align"]): [from: number, to: number] {
  if (align === "start") return [x, x + width];
  return align === "end" ? [x - width, x] : [x - width / 2, x + width / 2];
}

function isApart([from, to]: [number, number], [otherFrom, otherTo]: [number, number]): boolean {
  return to + TEXT_GAP <= otherFrom || otherTo + TEXT_GAP <= from;
}

/** Left of the track there is room for half a label, right of it there is none. */
const nowAlign = (x: number, trackWidth: number) => (x > trackWidth - NOW_WIDTH / 2 ? "end" : "middle");

/** Return the ticks at round local times; one that the now label would cover is left out. */
export function ticksOf({ from, to }: Range, now: number, trackWidth: number): Tick[] {
  const px = (at: number) => ((at - from) / (to - from)) * trackWidth;
  const minutePx = (MINUTE_MS / (to - from)) * trackWidth;
  const step = STEPS_MINUTES.find((minutes) => minutes * minutePx >= TICK_ROOM) ?? Math.max(...STEPS_MINUTES);
  const isNowShown = now >= from && now <= to;
  const label = textSpan(px(now), NOW_WIDTH, nowAlign(px(now), trackWidth));
  const ticks: Tick[] = [];
  for (const at of timesBetween(from, to, step)) {
    const x = px(at);
    const date = new Date(at);
    const isDay = date.getHours() === 0 && date.getMinutes() === 0;
    const width = isDay ? DAY_WIDTH : CLOCK_WIDTH;
    const align = x < width / 2 ? "start" : x > trackWidth - width / 2 ? "end" : "middle";
    if (isNowShown && !isApart(textSpan(x, width, align), label)) continue;
    ticks.push({ at, left: (x / trackWidth) * 100, text: isDay ? weekdayOf(date) : clockOf(date), isDay, align });
  }
  return ticks;
}

/** Return times in local time, so that a day of a different length keeps its midnight; the step is in minutes. */
function timesBetween(from: number, to: number, step: number): number[] {
  const start = new Date(from);
  const times: number[] = [];
  for (let index = 0; ; index += 1) {
    const date = new Date(start.getFullYear(), start.getMonth(), start.getDate(), 0, index * step);
    if (date.getTime() > to) return times;
    if (date.getTime() >= from && date.getTime() !== times.at(-1)) times.push(date.getTime());
  }
}

/** Return where the now line lies in percent, and on which side its label has room; null outside of the range. */
export function placeNow(
  { from, to }: Range,
  now: number,
  trackWidth: number,
): { left: number; align: "middle" | "end" } | null {
  if (now < from || now > to) return null;
  const x = ((now - from) / (to - from)) * trackWidth;
  return { left: (x / trackWidth) * 100, align: nowAlign(x, trackWidth) };
}

/** Minimum gap; a shorter one is not useful. */
const MIN_GAP_MS = 40 * 60_000;

/** Return the free times of a server between now and its last bar, of 40 min or more; all of the time without any bar. */
export function freeGaps(bars: readonly TimelineBar[], now: number, to: number): { start: number; end: number }[] {
  const ahead = bars
    .map((bar) => (bar.kind === "running" ? { ...bar, end: Math.max(bar.end, now) } : bar))
    .filter(({ end }) => end > now)
    .toSorted((a, b) => a.start - b.start);
  if (ahead.length === 0) return [{ start: now, end: to }];
  const gaps: { start: number; end: number }[] = [];
  let free = now;
  for (const { start, end } of ahead) {
    if (start - free >= MIN_GAP_MS) gaps.push({ start: free, end: start });
    free = Math.max(free, end);
  }
  return gaps.filter(({ start }) => start < to);
}
