/** Days and months in UTC, from moments in ms. */
import { MONTHS } from "./units";

export const DAY_MS = 86_400_000;

/** Return `Nov`, `Jan 2027` where a year begins, and `12 Nov` within a month. */
export function calendarLabel(at: number): string {
  const date = new Date(at);
  const month = MONTHS[date.getUTCMonth()] ?? "";
  if (date.getUTCDate() !== 1) return `${date.getUTCDate()} ${month}`;
  return date.getUTCMonth() === 0 ? `${month} ${date.getUTCFullYear()}` : month;
}

/** Return `Nov 2027`. */
export function monthOf(at: number): string {
  const date = new Date(at);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** Return `Jun to Nov 2027`, or `Nov 2027 to Feb 2028`. */
export function monthSpan(from: number, until: number): string {
  const isOneYear = new Date(from).getUTCFullYear() === new Date(until).getUTCFullYear();
  const begin = isOneYear ? (MONTHS[new Date(from).getUTCMonth()] ?? "") : monthOf(from);
  return `${begin} to ${monthOf(until)}`;
}

/** Return `12 Nov 2027`. */
export function dayOf(at: number): string {
  return `${new Date(at).getUTCDate()} ${monthOf(at)}`;
}

/** Return `20:45`, in UTC. */
export const timeLabel = (moment: number): string => new Date(moment).toISOString().slice(11, 16);
