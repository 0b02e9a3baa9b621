/** The priority of a waiting job, changed in place: Enter or leaving the field saves it. */
import { NumberInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApi } from "@/api/context";
import { changePriority, queueKey } from "@/api/queue";
import type { QueueItem } from "@/api/types";
import { queue as words } from "@/messages/queue";

const LEAST = 0;
const MOST = 100;

export function PriorityField({ item }: { item: QueueItem }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<number | string>(item.priority);
  useEffect(() => setTyped(item.priority), [item.priority]);
  const save = useMutation({
    mutationFn: (priority: number) => changePriority(api, item.job_number, priority),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queueKey }),
  });
  const settle = () => {
    if (typeof typed === "number" && typed !== item.priority) save.mutate(typed);
    else setTyped(item.priority);
  };
  return (
    <>
      <NumberInput
        aria-label={words.priorityOf(item.job_number)}
        value={typed}
        onChange={setTyped}
        onBlur={settle}
        onKeyDown={({ key }) => key === "Enter" && settle()}
        min={LEAST}
        max={MOST}
        clampBehavior="strict"
        allowDecimal={false}
        size="xs"
        w={72}
        error={save.error?.message}
      />
      <span className="visually-hidden" role="status">
        {save.isSuccess && words.saved(item.job_number, item.priority)}
      </span>
    </>
  );
}
