/** Filter of a list by labels, all of which must match. In an address they are one text, separated by semicolons. */
import { MultiSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { labelsQuery } from "@/api/labels";
import { readLabels, writeLabels } from "@/lib/labels";
import { labels as words } from "@/messages/labels";

export interface LabelFilterProps {
  /** As the address has them. */
  labels: string | undefined;
  change: (labels: string | undefined) => void;
}

export function LabelFilter({ labels, change }: LabelFilterProps) {
  const { data = [] } = useQuery(labelsQuery(useApi()));
  const chosen = readLabels(labels) ?? [];
  return (
    <MultiSelect
      label={words.filter}
      placeholder={chosen.length === 0 ? words.filterAny : undefined}
      // A label that no longer exists can be taken away all the same.
      data={[...new Set([...chosen, ...data])]}
      value={chosen}
      onChange={(next) => change(writeLabels(next))}
      searchable
      clearable
      hidePickedOptions
      flex="1 1 160px"
      maw="min(100%, 320px)"
    />
  );
}
