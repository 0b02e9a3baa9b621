/** The fields by which a list of hardware is narrowed; what is typed takes effect after a moment. */
import { Group, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { LIFECYCLES, SEEN } from "@/api/hardware-filters";
import type { FilterValues } from "@/components/filter-values";
import { word } from "@/messages";
import { hardware, pieces as words } from "@/messages/hardware";

const DEBOUNCE_MS = 200;

export interface FilterField {
  name: string;
  label: string;
  hint?: string;
  /** A day, as `2026-11-21`. */
  isDay?: boolean;
  /** Without choices it is a field for text. */
  choices?: readonly { value: string; label: string }[];
}

export const TEXT_FIELD: FilterField = { name: "q", label: words.filterText, hint: words.filterTextHint };
export const STANDING_FIELD: FilterField = {
  name: "standing",
  label: words.standing,
  choices: LIFECYCLES.map((value) => ({ value, label: word(hardware.conditions, value) })),
};
export const SEEN_FIELD: FilterField = {
  name: "seen",
  label: words.seen,
  choices: SEEN.map((value) => ({ value, label: word(words.seenWords, value) })),
};
export const LABEL_FIELD: FilterField = { name: "label", label: words.label };

export interface FilterBarProps {
  fields: readonly FilterField[];
  filters: FilterValues;
  change: (filters: FilterValues) => void;
}

export function FilterBar({ fields, filters, change }: FilterBarProps) {
  return (
    <Group
      gap={16}
      align="flex-end"
      component="form"
      role="search"
      aria-label={words.active}
      onSubmit={(event) => event.preventDefault()}
    >
      {fields.map((field) => {
        const set = (value: string) => change({ ...filters, [field.name]: value || undefined, cursor: undefined });
        const value = filters[field.name] ?? "";
        return field.choices ? (
          <Select
            key={field.name}
            label={field.label}
            data={field.choices}
            placeholder={words.any}
            value={value || null}
            onChange={(chosen) => set(chosen ?? "")}
            clearable
            flex="1 1 136px"
            maw={200}
          />
        ) : (
          <TextField key={field.name} field={field} value={value} set={set} />
        );
      })}
    </Group>
  );
}

function TextField({ field, value, set }: { field: FilterField; value: string; set: (value: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  useEffect(() => {
    // Somebody who is typing is ahead of the address; what was taken away elsewhere is empty here too.
    if (document.activeElement !== input.current) setText(value);
  }, [value]);
  const setSoon = useDebouncedCallback((typed: string) => set(typed.trim()), DEBOUNCE_MS);
  return (
    <TextInput
      ref={input}
      label={field.label}
      placeholder={field.hint}
      type={field.isDay ? "date" : "search"}
      maxLength={200}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        setSoon(currentTarget.value);
      }}
      flex={field.hint ? "2 1 200px" : "1 1 136px"}
      maw={field.hint ? 400 : 200}
    />
  );
}
