/** Moments of a campaign as its heads and cards write them. */
import { clockOf, shortMoment } from "@/lib/short-times";

/** Return `13:31` today, else the day with the time: `Thu 26, 02:40`. */
export function dayAndClock(at: Date, now: Date): string {
  const [day, clock] = [shortMoment(at, now), clockOf(at)];
  return day === clock ? clock : `${day}, ${clock}`;
}
