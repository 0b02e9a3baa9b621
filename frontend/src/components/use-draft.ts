/** The draft of a form while it is worked on: in force at once, and in the address a moment later. */
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";

const PAUSE_MS = 300;

/**
 * Hold a draft of the content of an address. `stored` is the content of the address and `store` changes it; an external
 * change of the address replaces the draft. `parse` makes a draft of any content, so that two with the same meaning
 * compare as equal.
 */
export function useDraft<Draft extends object>(
  stored: Draft,
  store: (draft: Draft) => void,
  parse: (raw: Record<string, unknown>) => Draft,
) {
  const asText = (draft: Draft) => JSON.stringify(parse({ ...draft } as Record<string, unknown>));
  const [draft, setDraft] = useState(stored);
  const shown = useRef(asText(stored));
  // Own drafts on their way to the address: each may arrive after later edits, which it must not take back.
  const sent = useRef<string[]>([]);
  const storeLater = useDebouncedCallback((next: Draft) => {
    sent.current.push(asText(next));
    store(next);
  }, PAUSE_MS);

  // biome-ignore lint/correctness/useExhaustiveDependencies: how an address is read never changes.
  useEffect(() => {
    const text = asText(stored);
    if (text === shown.current) return;
    shown.current = text;
    const place = sent.current.lastIndexOf(text);
    sent.current = place < 0 ? [] : sent.current.slice(place + 1);
    if (place >= 0) return;
    storeLater.cancel();
    setDraft(stored);
  }, [stored]);

  const change = (patch: Partial<Draft>) => {
    const next = { ...draft, ...patch };
    setDraft(next);
    storeLater(next);
  };
  return [draft, change] as const;
}
