/** The work on a share that this tab keeps while it is not published: found, moved and written. */
import { useEffect, useRef, useState } from "react";
import type { ShareForm } from "./form";
import { readStored, type Stored, workOnDraft, writeStored, writeTyped } from "./stored-form";

export interface Work {
  /** The name of the work on the subject. */
  work: string;
  /** The draft that is gone on with. */
  draft: string | undefined;
}

/** What was kept: of the draft, or of its subject while the draft was the preview of that. */
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

/** Keeps the form for this tab; null where nothing of it is worth that. */
export function useKeeping({ work, draft }: Work, stored: Stored | null) {
  const before = useRef(draft);
  useEffect(() => {
    writeStored(draft === undefined ? work : workOnDraft(draft), stored);
    // What was typed in the quick dialog is in the form now.
    if (draft === undefined) writeTyped(work, null);
  });
  useEffect(() => {
    if (before.current !== undefined && before.current !== draft) writeStored(workOnDraft(before.current), null);
    before.current = draft;
  }, [draft]);
}
