/** Reads what a workbench compares: its runs, how they differ, and what they measured. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Comparison } from "@/api/comparison";
import { useApi } from "@/api/context";
import { measurementsQuery, queriedRunsQuery } from "@/api/runs";
import type { Measurements } from "@/api/types";
import { pooledMeasurements } from "@/charts/compared/entries";
import type { Panel } from "@/charts/workbench/document";
import { type Entry, entriesOf } from "@/charts/workbench/entries";
import { type Facts, factsOf, mainMetric } from "@/charts/workbench/facts";
import type { Workbench } from "./address";
import { firstLayout } from "./first-layout";
import { railComparisonQuery } from "./prefetch";

export interface WorkbenchData {
  /** Requested runs. */
  references: readonly string[];
  comparison: Comparison | undefined;
  entries: readonly Entry[];
  measurements: Measurements | undefined;
  /** Measurements of single runs, if the entries combine some runs. */
  runMeasurements: Measurements | undefined;
  facts: Facts | null;
  /** Those of the document, or those that the data suggest; null while these are not known. */
  panels: readonly Panel[] | null;
  failed: { error: unknown; retry: () => void } | null;
  /** Reason why the query of the entries could not be read. */
  queryError: unknown;
  /** True if a query was answered and found nothing. */
  foundNothing: boolean;
}

const NO_ENTRIES: readonly Entry[] = [];

export function useWorkbenchData(workbench: Workbench): WorkbenchData {
  const api = useApi();
  const { entries: selection, baseline, pooled, hidden, colours, grouped_by, group_colours } = workbench;
  const isQuery = "query" in selection;
  const queried = useQuery({
    ...queriedRunsQuery(api, isQuery ? selection : { query: "", newest: 1, time_zone: "UTC" }),
    enabled: isQuery,
  });
  const foundRuns = queried.data;
  const references = useMemo(
    () => (isQuery ? (foundRuns ?? []).map(({ number }) => number) : selection.runs),
    [isQuery, foundRuns, selection],
  );
  const compared = useQuery(railComparisonQuery(api, references, { baseline, pooled }));
  const comparison = references.length > 0 ? compared.data : undefined;
  const ids = comparison?.runs.map(({ id }) => id) ?? [];
  const measured = useQuery({
    ...measurementsQuery(api, ...ids),
    enabled: ids.length > 0,
    // A run that joins the others leaves their charts where they are.
    placeholderData: keepPreviousData,
  });
  const looksKey = JSON.stringify([hidden, colours]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is hidden and for colours, which are new each time.
  const entries = useMemo(
    () => (comparison ? entriesOf(comparison, hidden, colours, { grouped_by, group_colours }) : NO_ENTRIES),
    [comparison, looksKey, grouped_by, group_colours],
  );
  const raw = measured.data;
  const measurements = useMemo(
    () => (raw && comparison ? pooledMeasurements(raw, comparison.entries) : undefined),
    [raw, comparison],
  );
  const facts = useMemo(
    () => (measurements && comparison ? factsOf(comparison, entriesOf(comparison, []), measurements) : null),
    [measurements, comparison],
  );
  const suggested = useMemo(() => {
    if (!facts || !measurements || !comparison) return null;
    const { depths, ...others } = facts;
    const data = { ...others, hasDepths: depths.length > 0, metric: mainMetric(measurements) };
    return firstLayout({ ...data, entryCount: comparison.entries.length });
  }, [facts, measurements, comparison]);
  const failed = [queried, compared, measured].find(({ error, data }) => error && !data);
  return {
    references,
    comparison,
    entries,
    measurements,
    runMeasurements: raw,
    facts,
    panels: workbench.panels ?? suggested,
    failed: failed ? { error: failed.error, retry: () => void failed.refetch() } : null,
    queryError: isQuery ? queried.error : null,
    foundNothing: isQuery && foundRuns?.length === 0,
  };
}
