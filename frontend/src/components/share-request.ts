/** What a person wants to share; one dialog serves all pages, and is loaded when it is first needed. */
import { useSyncExternalStore } from "react";
import type { ShareSubject } from "@/api/shares";

export interface ShareRequest {
  subject: ShareSubject;
  /** Name of the subject in the title of the dialog, as in `r-12`. */
  name: string;
  /** Title that the page has unless a finding has a better one. */
  title: string;
  /** Verdict on the steady state of the run. */
  verdict?: string | null;
  /** The one chart to share, by its key or by its kind. */
  chart?: { key: string } | { kind: string };
}

let current: ShareRequest | null = null;
const listeners = new Set<() => void>();

function set(request: ShareRequest | null): void {
  current = request;
  for (const listener of listeners) listener();
}

/** Open the dialog for a subject. */
export const requestShare = (request: ShareRequest): void => set(request);

export const endShareRequest = (): void => set(null);

/** Return the subject of the dialog; null while it is closed. */
export function useShareRequest(): ShareRequest | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
