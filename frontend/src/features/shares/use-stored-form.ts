/** Unpublished work on a share that this tab stores: reading, moving and writing it. */
import { useEffect, useRef, useState } from "react";
import type { ShareForm } from "./form";
import { readStored, type Stored, workOnDraft, writeStored, writeTyped } from "./stored-form";

export interface Work {
  /** The name of the work on the subject. */
  work: string;
  /** Draft that is being continued. */
  draft: string | undefined;
}

/** Read the stored form of the draft, or of its subject if the draft was the preview of that subject. */
export function useStored({ work, draft }: Work, begin: ShareForm): Stored | null {
  const [begun] = useState(begin);
  const [stored] = useState(() => {
    const ofSubject = readStored(work, begin);
    if (draft === undefined) return ofSubject;
    return readStored(workOnDraft(draft), begin) ?? (ofSubject?.preview?.number === draft ? ofSubject : null);
  });
  // One work has one name: from now on it is that of the draft.
  useEffect(() => {
    if (draft !== undefined && readStored(work, begun)?.preview?.number === draft) writeStored(work, null);
  }, [work, draft, begun]);
  return stored;
}

/** Store the form for this tab; null if nothing in it is worth storing. */
export function useKeeping({ work, draft }: Work, stored: Stored | null) {
  const before = useRef(draft);
  useEffect(() => {
    writeStored(draft === undefined ? work : workOnDraft(draft), stored);
    // The form now contains the text typed in the quick dialog.
    if (draft === undefined) writeTyped(work, null);
  });
  useEffect(() => {
    if (before.current !== undefined && before.current !== draft) writeStored(workOnDraft(before.current), null);
    before.current = draft;
  }, [draft]);
}
