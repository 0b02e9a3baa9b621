/** Moves a waiting job one step up or down; the focus stays on its button, and the new place is announced. */
import { ActionIcon, Group } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useApi } from "@/api/context";
import { moveJob, queueKey } from "@/api/queue";
import type { QueueItem } from "@/api/types";
import { queue as words } from "@/messages/queue";
import { type Direction, placeAfterStep, waitingJobs } from "./moves";

type Step = (job: string, direction: Direction) => void;

const ARROWS = { up: IconArrowUp, down: IconArrowDown };

export function useSteps(items: readonly QueueItem[]) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [moved, setMoved] = useState<string | null>(null);
  const move = useMutation({
    mutationFn: async ({ job, direction }: { job: string; direction: Direction }) => {
      const place = placeAfterStep(items, job, direction);
      if (!place) return null;
      await moveJob(api, job, place);
      await queryClient.invalidateQueries({ queryKey: queueKey });
      return job;
    },
    onMutate: () => setMoved(null),
    onSuccess: setMoved,
  });
  const waiting = waitingJobs(items);
  const place = waiting.findIndex(({ job_number }) => job_number === moved);
  return {
    step: ((job, direction) => !move.isPending && move.mutate({ job, direction })) satisfies Step,
    announcement: moved && place >= 0 ? words.moved(moved, place + 1, waiting.length) : "",
    error: move.error,
  };
}

export function Steps({ items, item, step }: { items: readonly QueueItem[]; item: QueueItem; step: Step }) {
  return (
    <Group gap={4} wrap="nowrap">
      <StepButton items={items} job={item.job_number} direction="up" step={step} />
      <StepButton items={items} job={item.job_number} direction="down" step={step} />
    </Group>
  );
}

interface StepButtonProps {
  items: readonly QueueItem[];
  job: string;
  direction: Direction;
  step: Step;
}

function StepButton({ items, job, direction, step }: StepButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  const Arrow = ARROWS[direction];
  const possible = placeAfterStep(items, job, direction) !== null;
  // A row that changes its place loses the focus in some browsers; whoever pressed goes on from the same button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows every new order of the list.
  useEffect(() => {
    if (pressed.current && document.activeElement === document.body) button.current?.focus();
  }, [items]);
  return (
    <ActionIcon
      ref={button}
      variant="default"
      size={28}
      aria-label={words[direction](job)}
      // Not disabled but marked so: a button that disappears from under the focus would throw the keyboard out.
      aria-disabled={!possible || undefined}
      data-disabled={!possible || undefined}
      onFocus={() => (pressed.current = false)}
      onClick={() => {
        pressed.current = true;
        if (possible) step(job, direction);
      }}
    >
      <Arrow size={16} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
}
