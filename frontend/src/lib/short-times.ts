/** Times and spans as tiles, cards and lists write them, in the reader's time zone. */
import { NO_BREAK_SPACE, NO_VALUE } from "./short-values";
import { MONTHS, type Quantity } from "./units";

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** From this many days on hours are left out. */
const DAYS_ALONE = 3;
/** Number of days within which a weekday with its number is clear. */
const NEAR_DAYS = 6;

const two = (part: number) => String(part).padStart(2, "0");
const counted = (count: number | string, unit: string) => `${count}${NO_BREAK_SPACE}${unit}`;

/** Return a span in seconds in at most two units: `52 s`, `38 min`, `4 h 05 min`, `3 d`. */
export function shortSpan(seconds: Quantity): string {
  if (typeof seconds !== "number" || !Number.isFinite(seconds) || seconds < 0) return NO_VALUE;
  if (Math.round(seconds) < MINUTE) return counted(Math.round(seconds), "s");
  const minutes = Math.round(seconds / MINUTE);
  if (minutes < 60) return counted(minutes, "min");
  const hours = Math.floor(minutes / 60);
  if (hours < 24) {
    const rest = minutes % 60;
    return rest === 0 ? counted(hours, "h") : `${counted(hours, "h")} ${counted(two(rest), "min")}`;
  }
  const whole = Math.round(seconds / HOUR);
  const days = Math.floor(whole / 24);
  if (days >= DAYS_ALONE || whole % 24 === 0) return counted(Math.round(seconds / DAY), "d");
  return `${counted(days, "d")} ${counted(whole % 24, "h")}`;
}

/** Return the time of day, `13:31`. */
export function clockOf(at: Date): string {
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Return a day of the week with its number, `Wed 25`. */
export function weekdayOf(at: Date): string {
  return counted(WEEKDAYS[at.getDay()] ?? "", String(at.getDate()));
}

function startOfDay(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}

/** Return a moment by its distance from now: `13:31` today, `Wed 25` in the same days, `12 Nov`, `12 Nov 2025`. */
export function shortMoment(at: Date, now: Date): string {
  const days = Math.round((startOfDay(at) - startOfDay(now)) / (DAY * 1000));
  if (days === 0) return clockOf(at);
  if (Math.abs(days) <= NEAR_DAYS) return weekdayOf(at);
  const day = counted(at.getDate(), MONTHS[at.getMonth()] ?? "");
  return at.getFullYear() === now.getFullYear() ? day : counted(day, String(at.getFullYear()));
}

/** Return the time since a moment in one unit: `5 min`, `2 h`, `1 d`; one in the future is `0 s`. */
export function shortAge(at: Date, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - at.getTime()) / 1000);
  if (seconds < HOUR) return shortSpan(seconds);
  return seconds < DAY ? counted(Math.floor(seconds / HOUR), "h") : counted(Math.floor(seconds / DAY), "d");
}
