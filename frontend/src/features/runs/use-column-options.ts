/** Reads the columns that can be chosen, and those of figures of a workload that is being typed. */
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "@/api/context";
import { fieldsQuery, workloadNamesQuery } from "@/api/fields";
import { labelsQuery } from "@/api/labels";
import {
  type ColumnOption,
  columnOptions,
  figureColumns,
  figureWords,
  matchingOptions,
  searchWord,
} from "./column-options";

const WAIT_MS = 150;
const MAX_FOUND = 40;
const NONE: never[] = [];

export function useColumnOptions(): readonly ColumnOption[] {
  const api = useApi();
  const fields = useQuery(fieldsQuery(api)).data ?? NONE;
  const labels = useQuery(labelsQuery(api)).data ?? NONE;
  return useMemo(() => columnOptions(fields, labels), [fields, labels]);
}

/** Names of workloads that have a word of what is typed. */
export function useWorkloadNames(typed: string): readonly string[] {
  const [word] = useDebouncedValue(searchWord(typed), WAIT_MS);
  const { data } = useQuery({ ...workloadNamesQuery(useApi(), word), enabled: word !== "" });
  return useMemo(() => data?.map(({ name }) => name) ?? NONE, [data]);
}

/** Fields that have the typed words, and figures of the workload that they name. */
export function useFoundColumns(options: readonly ColumnOption[], typed: string): readonly ColumnOption[] {
  const figure = figureWords(options, typed);
  const names = useWorkloadNames(figure?.workload ?? "");
  const ofWorkload = figure ? figureColumns(figure.figure, figure.workload, names) : NONE;
  return [...ofWorkload, ...matchingOptions(options, typed)].slice(0, MAX_FOUND);
}
