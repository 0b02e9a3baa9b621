/** A field for one more label, with those that are in use already as suggestions. */
import { Autocomplete, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useApi } from "@/api/context";
import { labelsQuery } from "@/api/labels";
import { MAX_KEY_CHARACTERS, MAX_VALUE_CHARACTERS, parseLabel } from "@/lib/labels";
import { labels as words } from "@/messages/labels";

const MAX_CHARACTERS = MAX_KEY_CHARACTERS + 1 + MAX_VALUE_CHARACTERS;
const SUGGESTIONS = 12;

export interface AddLabelProps {
  taken: readonly string[];
  /** Adds it; the typed text is cleared when the promise is fulfilled. */
  add: (label: string) => Promise<unknown>;
}

export function AddLabel({ taken, add }: AddLabelProps) {
  const [open, setOpen] = useState(false);
  if (!open) {
    return (
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {words.add}
      </Button>
    );
  }
  return <Field taken={taken} add={add} close={() => setOpen(false)} />;
}

function Field({ taken, add, close }: AddLabelProps & { close: () => void }) {
  const { data } = useQuery(labelsQuery(useApi()));
  const [text, setText] = useState("");
  const label = text.trim();
  const key = parseLabel(label)?.[0] ?? "";
  const mistake = label === "" ? undefined : mistakeIn(key);
  const has = new Set(taken.map((name) => name.toLowerCase()));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (label === "" || mistake) return;
    // The caller reports a refusal; the text stays here to be corrected.
    add(label).then(
      () => setText(""),
      () => undefined,
    );
  };
  return (
    <form onSubmit={submit} style={{ display: "flex", gap: 8, alignItems: "flex-start" }}>
      <Autocomplete
        aria-label={words.addLabel}
        size="xs"
        data={(data ?? []).filter((suggestion) => !has.has(suggestion.toLowerCase()))}
        limit={SUGGESTIONS}
        value={text}
        onChange={setText}
        maxLength={MAX_CHARACTERS}
        error={mistake}
        onKeyDown={(event) => event.key === "Escape" && close()}
        data-autofocus
        // The field takes the place of the button that was just pressed.
        autoFocus
      />
      <Button type="submit" size="xs" variant="default" disabled={label === "" || mistake !== undefined}>
        {words.addConfirm}
      </Button>
    </form>
  );
}

function mistakeIn(key: string): string | undefined {
  if (key === "") return words.noKey;
  if (key.length > MAX_KEY_CHARACTERS) return words.keyLong(MAX_KEY_CHARACTERS);
  return key.includes(";") ? words.noSeparator : undefined;
}
