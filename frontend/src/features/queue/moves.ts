/** Where a waiting job can be moved in the queue: only past neighbours of its own priority. */
import type { Place } from "@/api/queue";
import type { QueueItem } from "@/api/types";

export type Direction = "up" | "down";

export function isWaiting({ state }: Pick<QueueItem, "state">): boolean {
  return state === "waiting";
}

/** The waiting jobs in order; a job that is to run several times stands in the queue several times. */
export function waitingJobs(items: readonly QueueItem[]): QueueItem[] {
  const first = new Map(
    items
      .filter(isWaiting)
      .toReversed()
      .map((item) => [item.job_number, item]),
  );
  return items.filter((item) => first.get(item.job_number) === item);
}

/** The place a step up or down leads to, or null at an end of the jobs of this priority. */
export function placeAfterStep(items: readonly QueueItem[], job: string, direction: Direction): Place | null {
  const jobs = waitingJobs(items);
  const index = jobs.findIndex(({ job_number }) => job_number === job);
  const neighbour = jobs[direction === "up" ? index - 1 : index + 1];
  if (index < 0 || !neighbour || neighbour.priority !== jobs[index]?.priority) return null;
  return direction === "up" ? { move_before: neighbour.job_number } : { move_after: neighbour.job_number };
}
