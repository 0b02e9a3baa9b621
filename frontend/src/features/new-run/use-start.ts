/** Starts the run of a request: submits it once, announces it, and listens to Ctrl Enter. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createElement, useEffect, useMemo, useRef } from "react";
import { idempotencyKey } from "@/api/client";
import { useApi } from "@/api/context";
import { cancelJob, jobKey, onlyRun, submitJob } from "@/api/jobs";
import type { Job, JobRequest } from "@/api/types";
import { useShortcuts } from "@/components/use-shortcuts";
import { newRun as words } from "@/messages/new-run";
import { toast } from "@/shell/toasts";
import { QueuedWatch } from "./queued-watch";

/** Submit the request. The same request has the same key, so that a second click or a retry creates no second job. */
export function useSubmit(request: JobRequest | null, submitted: (job: Job) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const body = request && JSON.stringify(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new request needs a new key.
  const key = useMemo(idempotencyKey, [body]);
  return useMutation({
    mutationFn: async () => {
      if (!request) throw new Error("there is nothing to submit");
      return submitJob(api, request, key);
    },
    onSuccess: (job) => {
      queryClient.setQueryData(jobKey(job.number), job);
      announce(job, () => cancelJob(api, job.number, "now"));
      submitted(job);
    },
  });
}

function announce(job: Job, cancel: () => Promise<unknown>): void {
  const name = onlyRun(job) ?? job.number;
  if (job.state !== "queued") {
    toast.success({ title: words.started(name) });
    return;
  }
  const run = () =>
    void cancel().then(
      () => toast.success({ title: words.cancelled(name) }),
      (error: unknown) =>
        toast.error({ title: words.cancelFailed(name), detail: error instanceof Error ? error.message : undefined }),
    );
  toast.success({
    title: words.queued(name),
    action: { label: words.cancel, run },
    watch: (close) => createElement(QueuedWatch, { job, close }),
  });
}

/** For the list of keys alone: keys with Ctrl are listened to here. */
const LISTED = { [words.startKeys]: { label: words.start, run: () => undefined } };

/** `Ctrl Enter` starts from wherever the focus is, but for a dialog. */
export function useStartKey(start: () => void): void {
  const latest = useRef(start);
  latest.current = start;
  useShortcuts(LISTED);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
}
