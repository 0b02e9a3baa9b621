/** The fields by which a list of hardware is narrowed; what is typed takes effect after a moment. */
import { Group, Select, TextInput } from "@mantine/core";
import type { FilterValues } from "@/components/filter-values";
import { useTypedText } from "@/components/use-typed-text";
import { pieces as words } from "@/messages/hardware";

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

export interface FilterFieldProps {
  field: FilterField;
  value: string;
  set: (value: string) => void;
}

function TextField({ field, value, set }: FilterFieldProps) {
  return (
    <TextInput
      {...useTypedText(value, set)}
      label={field.label}
      placeholder={field.hint}
      type={field.isDay ? "date" : "search"}
      flex={field.hint ? "2 1 200px" : "1 1 136px"}
      maw={field.hint ? 400 : 200}
    />
  );
}
