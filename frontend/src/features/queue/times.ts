/** Times of the queue: the time of day, with its day where that is not clear. */
import { clockOf, shortMoment } from "@/lib/short-times";

const DAY_MS = 86_400_000;

/** Return `16:42` for today and for the next 24 hours, `Wed 25 16:42` for any other time. */
export function queueTime(at: string | number, now: Date): string {
  const date = new Date(at);
  const ahead = date.getTime() - now.getTime();
  const clock = clockOf(date);
  const day = shortMoment(date, now);
  return day === clock || (ahead >= 0 && ahead < DAY_MS) ? clock : `${day} ${clock}`;
}
