/** Cancels a job after a question; what was measured stays. */
import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { cancelJob, jobKey } from "@/api/jobs";
import type { Job } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { messages } from "@/messages";

const words = messages.job;

export function CancelButton({ job }: { job: Job }) {
  const api = useApi();
  const queryClient = useQueryClient();
  return (
    <ConfirmButton
      title={words.confirmCancelTitle}
      explanation={words.confirmCancel}
      confirmLabel={words.cancel}
      keepLabel={words.keepRunning}
      confirm={async () => {
        await cancelJob(api, job.number);
        await queryClient.invalidateQueries({ queryKey: jobKey(job.number) });
      }}
    />
  );
}
