/** The draft that is looked at: made, replaced by the next one, and published as it is. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/context";
import { ApiProblem } from "@/api/problem";
import { deleteDraft, freezeDraft, publishShare, rereadShares, shareQuery } from "@/api/shares";
import type { NewShare } from "@/api/types";
import type { Preview } from "./form";

/**
 * `initial` is an earlier draft, which may be deleted or published by now. `made` is called with each draft that
 * takes the place of the one before.
 */
export function usePreview(request: NewShare, initial: Preview | null, made: (number: string) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [preview, setPreview] = useState(initial);
  const present = JSON.stringify(request);
  const draft = useQuery({
    ...shareQuery(api, preview?.number ?? ""),
    enabled: preview !== null,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const make = useMutation({
    mutationFn: async () => {
      // First, so that the versions of one lineage are counted without gaps.
      if (preview) await deleteDraft(api, preview.number).catch(forgiveMissing);
      setPreview(null);
      const frozen = await freezeDraft(api, request);
      queryClient.setQueryData(shareQuery(api, frozen.number).queryKey, frozen);
      setPreview({ number: frozen.number, request: present });
      made(frozen.number);
    },
    onSettled: () => rereadShares(queryClient),
  });
  const publish = useMutation({
    mutationFn: async ({ number, confirmed }: { number: string; confirmed: boolean }) =>
      publishShare(api, number, confirmed),
    onSuccess: () => rereadShares(queryClient),
  });
  const isDraft = draft.data?.state === "draft" || publish.data !== undefined;
  const shown = preview !== null && isDraft ? preview : null;
  const isPublished = draft.data !== undefined && draft.data.state !== "draft" && publish.data === undefined;
  const isDeleted = draft.error instanceof ApiProblem && draft.error.status === 404;
  return {
    /** State of a draft that was published or deleted outside this tab. */
    lost: preview !== null && (isPublished || isDeleted) ? { number: preview.number, isPublished } : null,
    shown: preview !== null && draft.isPending ? preview : shown,
    isOld: shown !== null && shown.request !== present,
    make,
    publish,
    published: publish.data ?? null,
  };
}

/** Ignore a draft that another person has deleted or published: it stays, and a new draft is made beside it. */
function forgiveMissing(error: unknown): void {
  if (!(error instanceof ApiProblem && (error.status === 404 || error.status === 409))) throw error;
}
