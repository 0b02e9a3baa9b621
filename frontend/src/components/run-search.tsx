/** Finds a run by its number or by words, and hands it on. */
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/context";
import { runsQuery } from "@/api/runs";
import { compare as words } from "@/messages/compare";

export interface RunSearchProps {
  label: string;
  hint: string;
  nothing: string;
  /** Runs that are not offered. */
  present: readonly string[];
  /** True if no more runs fit. */
  isFull: boolean;
  add: (run: string) => void;
}

const WAIT_MS = 250;

export function RunSearch({ label, hint, nothing, present, isFull, add }: RunSearchProps) {
  const [text, setText] = useState("");
  const [query] = useDebouncedValue(text.trim(), WAIT_MS);
  const { data } = useQuery({ ...runsQuery(useApi(), { q: query || undefined }), enabled: query !== "" });
  const matches = query === "" ? [] : (data?.items ?? []).filter(({ number }) => !present.includes(number));
  return (
    <Select
      label={label}
      description={hint}
      data={matches.map(({ number, title }) => ({ value: number, label: words.runName(number, title) }))}
      // The lab has looked already; what it found need not contain the words in this order.
      filter={({ options }) => options}
      searchable
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={query === "" ? undefined : nothing}
      value={null}
      onChange={(run) => {
        if (run) add(run);
        setText("");
      }}
      disabled={isFull}
      maw={420}
    />
  );
}
