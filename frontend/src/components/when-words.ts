/** Moments inside sentences. */
import { clockOf, shortMoment } from "@/lib/short-times";
import { home as words } from "@/messages/home";

const DAY_MS = 86_400_000;

/** Return a moment to come inside a sentence: `at 16:42`, `tomorrow at 07:40`, `on Wed 25 at 07:40`. */
export function whenWords(at: Date, now: Date): string {
  const { when } = words;
  if (isSameDay(at, now)) return when.today(clockOf(at));
  if (isSameDay(at, new Date(now.getTime() + DAY_MS))) return when.tomorrow(clockOf(at));
  return when.later(shortMoment(at, now), clockOf(at));
}

/** Return a past moment behind "since": `09:12`, `yesterday 18:40`, `Wed 25 18:40`. */
export function sinceWords(at: Date, now: Date): string {
  if (isSameDay(at, now)) return clockOf(at);
  if (isSameDay(at, new Date(now.getTime() - DAY_MS))) return words.yesterday(clockOf(at));
  return words.since(shortMoment(at, now), clockOf(at));
}

function isSameDay(a: Date, b: Date): boolean {
  return a.getFullYear() === b.getFullYear() && a.getMonth() === b.getMonth() && a.getDate() === b.getDate();
}
