/** Opens the form of a new run with everything of an earlier job. */
import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { jobQuery } from "@/api/jobs";
import { job as words } from "@/messages/run-live";
import { toast } from "@/shell/toasts";
import { cloneDraft } from "./clone";
import type { JobDraft } from "./draft";

export function useRunAgain(open: (draft: JobDraft) => void): (job: string) => void {
  const api = useApi();
  const queryClient = useQueryClient();
  return (job) =>
    void queryClient.fetchQuery(jobQuery(api, job)).then(
      // If the job cannot be repeated unchanged, the form begins empty.
      (fetched) => open(cloneDraft(fetched) ?? { server: fetched.server.number }),
      (error: unknown) =>
        toast.error({ title: words.notLoaded(job), detail: error instanceof Error ? error.message : undefined }),
    );
}
