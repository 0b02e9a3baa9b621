/** Moves of waiting runs: a message reports each move with an undo, and the focus stays with the run. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useApi } from "@/api/context";
import { overviewKey } from "@/api/overview";
import { linePart, moveJob, queueKey, schedulePartQuery } from "@/api/queue";
import type { QueueSchedule, ScheduledJob } from "@/api/types";
import { queue as words } from "@/messages/queue";
import { toast } from "@/shell/toasts";
import { type Direction, type LineMove, lineOf, moveBack, moveBetween, moveToHead, stepMove } from "./moves";

/** A job that may be moved, and the number of its server. */
export interface Movable {
  job: string;
  run: string;
  server: string;
}

export interface Moves {
  toHead: (movable: Movable) => void;
  step: (movable: Movable, direction: Direction) => void;
  drop: (movable: Movable, place: { id: string; before: string | null; after: string | null }) => void;
  setPriority: (job: string, priority: number) => Promise<unknown>;
}

export const runOf = ({ run_number, job_number }: Pick<ScheduledJob, "run_number" | "job_number">): string =>
  run_number ?? job_number;

export const movableOf = (job: ScheduledJob): Movable => ({
  job: job.job_number,
  run: runOf(job),
  server: job.server.number,
});

interface Wish {
  movable: Movable;
  find: (line: ScheduledJob[]) => LineMove | null;
}

/** `schedule` is the one that is shown: with a new one the focus is found again. */
export function useMoves(schedule: QueueSchedule): Moves {
  const api = useApi();
  const queryClient = useQueryClient();
  const focused = useFocusOfMoved(schedule);
  const reread = useCallback(
    () => Promise.all([overviewKey, queueKey].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
    [queryClient],
  );
  const { mutate } = useMutation({
    // One after the other: each starts from the order that the one before it has left.
    scope: { id: "queue" },
    mutationFn: async ({ movable: { job, server }, find }: Wish) => {
      const { jobs } = await queryClient.fetchQuery(schedulePartQuery(api, linePart(server)));
      const line = lineOf(jobs, job);
      const move = find(line);
      if (!move) return null;
      await moveJob(api, move);
      await reread();
      return { move, undo: moveBack(line, move) };
    },
    onSuccess: (made, { movable: { run } }) => {
      if (!made) return;
      const { move, undo } = made;
      toast.success({
        title: words.moved(run, move.position),
        ...(undo ? { undo: () => moveJob(api, undo).then(reread) } : {}),
      });
    },
    onError: (error, { movable: { run } }) => toast.error({ title: words.notMoved(run), detail: error.message }),
  });
  return useMemo(() => {
    const make = (movable: Movable, find: Wish["find"]) => {
      focused.current = movable.job;
      mutate({ movable, find });
    };
    return {
      toHead: (movable) => make(movable, (line) => moveToHead(line, movable.job)),
      step: (movable, direction) => make(movable, (line) => stepMove(line, movable.job, direction)),
      drop: (movable, place) => make(movable, (line) => moveBetween(line, place)),
      setPriority: (job, priority) => moveJob(api, { job, place: { priority } }).then(reread),
    };
  }, [api, mutate, reread, focused]);
}

/** A row or bar that changes its place loses the focus in some browsers: it gets it back with the new order. */
function useFocusOfMoved(schedule: QueueSchedule) {
  const moved = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows every new order of the queue.
  useEffect(() => {
    if (moved.current === null || document.activeElement !== document.body) return;
    const id = CSS.escape(moved.current);
    document.querySelector<HTMLElement>(`[data-move="${id}"], [data-job="${id}"] button`)?.focus();
  }, [schedule]);
  return moved;
}
