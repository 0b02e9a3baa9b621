/** Moves waiting runs: each move is told in a message that takes it back, and the focus stays with the run. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useApi } from "@/api/context";
import { overviewKey } from "@/api/overview";
import { type Move, moveJob, queueKey } from "@/api/queue";
import type { ScheduledJob } from "@/api/types";
import { queue as words } from "@/messages/queue";
import { toast } from "@/shell/toasts";
import { type Direction, type LineMove, lineOf, moveBack, moveBetween, moveToHead, stepMove } from "./moves";

export interface Moves {
  toHead: (job: string) => void;
  step: (job: string, direction: Direction) => void;
  drop: (place: { id: string; before: string | null; after: string | null }) => void;
  setPriority: (job: string, priority: number) => Promise<unknown>;
}

export const runOf = ({ run_number, job_number }: Pick<ScheduledJob, "run_number" | "job_number">): string =>
  run_number ?? job_number;

export function useMoves(jobs: readonly ScheduledJob[]): Moves {
  const api = useApi();
  const queryClient = useQueryClient();
  const newest = useRef(jobs);
  newest.current = jobs;
  const focused = useFocusOfMoved(jobs);
  const reread = useCallback(
    () => Promise.all([overviewKey, queueKey].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
    [queryClient],
  );
  const { mutate } = useMutation({
    mutationFn: async ({ move }: { move: LineMove; run: string; undo: Move | null }) => {
      await moveJob(api, move);
      await reread();
    },
    onSuccess: (_, { move, run, undo }) =>
      toast.success({
        title: words.moved(run, move.position),
        ...(undo ? { undo: () => moveJob(api, undo).then(reread) } : {}),
      }),
    onError: (error, { run }) => toast.error({ title: words.notMoved(run), detail: error.message }),
  });
  return useMemo(() => {
    const make = (job: string, find: (line: ScheduledJob[]) => LineMove | null) => {
      const line = lineOf(newest.current, job);
      const move = find(line);
      const own = line.find(({ job_number }) => job_number === job);
      if (!move || !own) return;
      focused.current = job;
      mutate({ move, run: runOf(own), undo: moveBack(line, move) });
    };
    return {
      toHead: (job) => make(job, (line) => moveToHead(line, job)),
      step: (job, direction) => make(job, (line) => stepMove(line, job, direction)),
      drop: (place) => make(place.id, (line) => moveBetween(line, place)),
      setPriority: (job, priority) => moveJob(api, { job, place: { priority } }).then(reread),
    };
  }, [api, mutate, reread, focused]);
}

/** A row or bar that changes its place loses the focus in some browsers: it gets it back with the new order. */
function useFocusOfMoved(jobs: readonly ScheduledJob[]) {
  const moved = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows every new order of the queue.
  useEffect(() => {
    if (moved.current === null || document.activeElement !== document.body) return;
    const id = CSS.escape(moved.current);
    document.querySelector<HTMLElement>(`[data-move="${id}"], [data-job="${id}"] button`)?.focus();
  }, [jobs]);
  return moved;
}
