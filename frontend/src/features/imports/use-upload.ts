/** One upload: its progress, a way to stop it, and a key that makes a second press no second import. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { idempotencyKey } from "@/api/client";
import { useApi } from "@/api/context";
import { importKey, type NewImport, uploadImport } from "@/api/imports";
import type { Import } from "@/api/types";

export interface Sent {
  bytes: number;
  /** Null until the browser knows how much there is. */
  total: number | null;
}

/** `uploaded` is called with the import once the lab has all of it. */
export function useUpload({ files, format, title }: NewImport, uploaded: (made: Import) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [sent, setSent] = useState<Sent>({ bytes: 0, total: null });
  const stopper = useRef<AbortController>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other files or another title need another key.
  const key = useMemo(idempotencyKey, [files, format, title]);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => {
      const controller = new AbortController();
      stopper.current = controller;
      setSent({ bytes: 0, total: null });
      return uploadImport(
        api,
        { files, format, title },
        { key, signal: controller.signal, progress: (bytes, total) => setSent({ bytes, total }) },
      );
    },
    onSuccess: (made) => {
      queryClient.setQueryData(importKey(made.number), made);
      void queryClient.invalidateQueries({ queryKey: ["imports", "list"] });
      uploaded(made);
    },
  });
  return {
    upload: useCallback(() => mutate(), [mutate]),
    stop: () => stopper.current?.abort(),
    sent,
    isPending,
    error,
    reset,
  };
}
