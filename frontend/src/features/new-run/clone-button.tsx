/** Opens the form of a new job with everything of an earlier one. */
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { jobQuery } from "@/api/jobs";
import { usePermissions } from "@/api/permissions";
import { ErrorNotice } from "@/components/notice";
import { labels as words } from "@/messages/labels";
import { cloneDraft } from "./clone";
import type { JobDraft } from "./draft";

export interface CloneButtonProps {
  /** Number or id of the job. */
  job: string;
  open: (draft: JobDraft) => void;
}

export function CloneButton({ job, open }: CloneButtonProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { operate } = usePermissions();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => queryClient.fetchQuery(jobQuery(api, job)),
    // If the job cannot be repeated unchanged, the form begins empty.
    onSuccess: (fetched) => open(cloneDraft(fetched) ?? { server: fetched.server.number }),
  });
  if (!operate) return null;
  return (
    <>
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        {words.cloneAndEdit}
      </Button>
      {error && <ErrorNotice error={error} />}
    </>
  );
}
