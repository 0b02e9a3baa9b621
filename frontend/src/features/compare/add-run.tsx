/** Finds another run by its number or by words, and adds it. */
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/context";
import { runsQuery } from "@/api/runs";
import { MOST_RUNS } from "@/lib/run-list";
import { compare as words } from "@/messages/compare";

export function AddRun({ present, add }: { present: readonly string[]; add: (run: string) => void }) {
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), 250);
  const { data } = useQuery({ ...runsQuery(useApi(), { q: asked || undefined }), enabled: asked !== "" });
  const found = asked === "" ? [] : (data?.items ?? []).filter(({ number }) => !present.includes(number));
  const full = present.length >= MOST_RUNS;
  return (
    <Select
      label={words.add}
      description={full ? words.most(MOST_RUNS) : words.addHint}
      data={found.map(({ number, title }) => ({ value: number, label: words.runName(number, title) }))}
      // The lab has looked already; what it found need not contain the words in this order.
      filter={({ options }) => options}
      searchable
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={asked === "" ? undefined : words.addNothing}
      value={null}
      onChange={(run) => {
        if (run) add(run);
        setText("");
      }}
      disabled={full}
      maw={420}
    />
  );
}
