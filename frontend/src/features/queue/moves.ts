/** Possible moves of a waiting job in the queue of its server, and their reversal. */
import type { Move, Place } from "@/api/queue";
import type { ScheduledJob } from "@/api/types";

export type Direction = "up" | "down";

/** A move within a line, with the place in it that it leads to, from 1. */
export interface LineMove extends Move {
  position: number;
}

type LineJob = Pick<ScheduledJob, "job_number" | "priority" | "position" | "server">;

/** Return the waiting jobs of the server of a job, in the order of the queue; empty for one that waits no longer. */
export function lineOf<Job extends LineJob>(jobs: readonly Job[], number: string): Job[] {
  const own = jobs.find(({ job_number }) => job_number === number);
  if (!own || own.position === null) return [];
  return jobs
    .filter(({ server, position }) => position !== null && server.id === own.server.id)
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
}

/** Return the move of a job to an index of its line, without itself; null where that changes nothing. */
export function moveTo(line: readonly LineJob[], number: string, index: number): LineMove | null {
  const from = line.findIndex(({ job_number }) => job_number === number);
  const own = line[from];
  const others = line.filter((_, position) => position !== from);
  if (!own || index === from || index < 0 || index > others.length) return null;
  const [previous, next] = [others[index - 1], others[index]];
  return { job: number, place: placeBetween(own.priority, previous, next, index < from), position: index + 1 };
}

/** A neighbour of its own priority is joined; else the job takes the priority of the one that it passes. */
function placeBetween(
  priority: number,
  previous: LineJob | undefined,
  next: LineJob | undefined,
  isUp: boolean,
): Place {
  if (next?.priority === priority) return { move_before: next.job_number };
  if (previous?.priority === priority) return { move_after: previous.job_number };
  if (next && (isUp || !previous)) return { move_before: next.job_number, priority: next.priority };
  return previous ? { move_after: previous.job_number, priority: previous.priority } : {};
}

export function moveToHead(line: readonly LineJob[], number: string): LineMove | null {
  return moveTo(line, number, 0);
}

export function stepMove(line: readonly LineJob[], number: string, direction: Direction): LineMove | null {
  const from = line.findIndex(({ job_number }) => job_number === number);
  return from < 0 ? null : moveTo(line, number, direction === "up" ? from - 1 : from + 1);
}

/** Return the move of a job between the neighbours that it was dropped between; they are some of its line. */
export function moveBetween(
  line: readonly LineJob[],
  { id, before, after }: { id: string; before: string | null; after: string | null },
): LineMove | null {
  const others = line.filter(({ job_number }) => job_number !== id);
  const next = before === null ? -1 : others.findIndex(({ job_number }) => job_number === before);
  const previous = others.findIndex(({ job_number }) => job_number === after);
  if (next < 0 && previous < 0) return null;
  return moveTo(line, id, next >= 0 ? next : previous + 1);
}

/** Return what puts a job back where it is now, once it was moved. */
export function moveBack(line: readonly LineJob[], { job, place }: Move): Move | null {
  const at = line.findIndex(({ job_number }) => job_number === job);
  const own = line[at];
  if (!own) return null;
  const [previous, next] = [line[at - 1], line[at + 1]];
  const priority = place.priority === undefined ? {} : { priority: own.priority };
  if (next?.priority === own.priority) return { job, place: { move_before: next.job_number, ...priority } };
  if (previous?.priority === own.priority) return { job, place: { move_after: previous.job_number, ...priority } };
  return { job, place: priority };
}
