/** The draft while it is worked on: in force at once, and in the address a moment later. */
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { type JobDraft, parseJobDraft } from "./draft";

const PAUSE_MS = 300;

const asText = (draft: JobDraft) => JSON.stringify(parseJobDraft({ ...draft }));

/** `stored` is what the address holds and `store` changes it; an address that others changed replaces the draft. */
export function useDraft(stored: JobDraft, store: (draft: JobDraft) => void) {
  const [draft, setDraft] = useState(stored);
  const known = useRef(asText(stored));
  const storeLater = useDebouncedCallback((next: JobDraft) => {
    known.current = asText(next);
    store(next);
  }, PAUSE_MS);

  useEffect(() => {
    if (asText(stored) === known.current) return;
    known.current = asText(stored);
    setDraft(stored);
  }, [stored]);

  const change = (patch: Partial<JobDraft>) => {
    const next = { ...draft, ...patch };
    setDraft(next);
    storeLater(next);
  };
  return [draft, change] as const;
}
