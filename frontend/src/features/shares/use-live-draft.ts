/** The draft behind the editor: frozen again after each change, and published as it was seen. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useApi } from "@/api/context";
import { ApiProblem } from "@/api/problem";
import { deleteDraft, freezeDraft, publishShare, replaceDraft, rereadShares, shareQuery } from "@/api/shares";
import type { NewShare, Share } from "@/api/types";
import type { Preview } from "./form";

/** Time without a change after which the draft is frozen again. */
const PAUSE_MS = 900;

/** A draft of this tab that was published or deleted elsewhere. */
export interface LostDraft {
  number: string;
  isPublished: boolean;
}

export interface LiveDraftProps {
  request: NewShare;
  /** False while the request cannot be frozen. */
  canFreeze: boolean;
  /** An earlier draft, which may be deleted or published by now. */
  initial: Preview | null;
  /** Called when another draft takes the place of one that is lost. */
  replaced: (number: string) => void;
  /** True if a draft is of no use once the editor is left. */
  isUnused: (number: string) => boolean;
  /** Called when an unused draft is deleted. */
  discarded: () => void;
}

export function useLiveDraft(props: LiveDraftProps) {
  const { request, canFreeze, initial, replaced, isUnused, discarded } = props;
  const api = useApi();
  const queryClient = useQueryClient();
  const [preview, setPreview] = useState(initial);
  const [lost, setLost] = useState<LostDraft | null>(null);
  const present = JSON.stringify(request);
  const draft = useQuery({
    ...shareQuery(api, preview?.number ?? ""),
    enabled: preview !== null,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const publish = useMutation({
    mutationFn: async ({ number, confirmed }: { number: string; confirmed: boolean }) =>
      publishShare(api, number, confirmed, draft.data?.document_sha256 ?? null),
    onSuccess: () => rereadShares(queryClient),
  });
  const isMissing = draft.error instanceof ApiProblem && draft.error.status === 404;
  const isTaken = draft.data !== undefined && draft.data.state !== "draft" && publish.data === undefined;
  if (preview !== null && (isMissing || isTaken) && !publish.isPending && !publish.data) {
    setLost({ number: preview.number, isPublished: !isMissing });
    setPreview(null);
  }
  const freeze = useMutation({
    mutationFn: async (wanted: NewShare) => {
      const number = preview?.number;
      const frozen = number === undefined ? null : await replaceDraft(api, number, wanted).catch(takeMissing);
      return { frozen: frozen ?? (await freezeDraft(api, wanted)), request: JSON.stringify(wanted), before: number };
    },
    onSuccess: ({ frozen, request: made, before }) => {
      queryClient.setQueryData(shareQuery(api, frozen.number).queryKey, frozen);
      setPreview({ number: frozen.number, request: made });
      if (before !== frozen.number) replaced(frozen.number);
      void rereadShares(queryClient);
    },
  });
  const refused = freeze.isError ? JSON.stringify(freeze.variables) : null;
  const isWaiting = preview !== null && draft.isPending;
  const isDue =
    canFreeze &&
    present !== preview?.request &&
    present !== refused &&
    !isWaiting &&
    !freeze.isPending &&
    !publish.isPending &&
    !publish.data;
  const hasPreview = preview !== null;
  const { mutate } = freeze;
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => mutate(JSON.parse(present) as NewShare), hasPreview ? PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [isDue, present, hasPreview, mutate]);

  // A visit that changed nothing leaves nothing in the list of drafts.
  const leave = useRef(() => {});
  useEffect(() => {
    leave.current = () => {
      if (!preview || publish.data || !isUnused(preview.number)) return;
      discarded();
      void deleteDraft(api, preview.number)
        .catch(() => undefined)
        .then(() => rereadShares(queryClient));
    };
  });
  useEffect(() => () => leave.current(), []);

  return {
    lost,
    preview,
    /** The frozen draft, whose page is shown. */
    share: preview !== null ? (draft.data ?? null) : null,
    isCurrent: preview !== null && preview.request === present && !isWaiting && !freeze.isPending,
    isFreezing: freeze.isPending || isDue,
    error: refused !== null && refused === present ? freeze.error : null,
    /** Freeze again after a refusal. */
    retry: () => mutate(request),
    publish,
    published: publish.data ?? null,
  };
}

/** Return null for a draft that was published or deleted elsewhere: another one takes its place. */
function takeMissing(error: unknown): Share | null {
  if (error instanceof ApiProblem && (error.status === 404 || error.status === 409)) return null;
  throw error;
}
