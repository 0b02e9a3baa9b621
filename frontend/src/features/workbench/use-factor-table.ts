/** Reads the results by factors of a panel: of the shown entries, or of all runs that the query of the entries finds. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { type Pivot, type PivotRequest, pivotQuery } from "@/api/pivot";
import { chosenAxes, mapRequest, proposedAxes } from "@/charts/factor-map/requests";
import type { ResultPanel } from "@/charts/workbench/document";
import type { Entry } from "@/charts/workbench/entries";
import { withoutRuns } from "@/lib/query-parts";
import type { PanelContext } from "./panel-context";

type Source = Pick<PivotRequest, "runs" | "q" | "time_zone">;

const numbersOf = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ runs }) => runs.map(({ number }) => number));

/** Return the runs for results by factors; hidden entries are excluded. */
export function sourceOf({ entries, query }: Pick<PanelContext, "entries" | "query">): Source {
  if (!query) return { runs: numbersOf(entries.filter(({ shown }) => shown)) };
  const hidden = numbersOf(entries.filter(({ shown }) => !shown));
  return { q: withoutRuns(query.query, hidden), time_zone: query.time_zone };
}

export interface FactorTable {
  /** Undefined while it is on its way, and where it failed. */
  table: Pivot | undefined;
  request: PivotRequest;
  error: unknown;
  retry: () => void;
  /** True if there is no factor for a table. */
  isFlat: boolean;
}

export function useFactorTable(panel: ResultPanel, context: PanelContext): FactorTable {
  const api = useApi();
  const source = sourceOf(context);
  const { metric, factors } = panel;
  const isChosen = factors.length > 0;
  const isEmpty = context.shown.length === 0;
  const proposal = useQuery({ ...pivotQuery(api, { ...source, metric, fixed: [] }), enabled: !isChosen && !isEmpty });
  const proposed = proposal.data && proposedAxes(proposal.data);
  const axes = isChosen ? chosenAxes(factors, context.comparison) : proposed;
  const isFlat = !isChosen && proposed !== undefined && proposed.rows === undefined;
  const request = { ...source, metric, ...mapRequest(panel, axes ?? { fixed: [] }) };
  const read = useQuery({ ...pivotQuery(api, request), enabled: axes !== undefined && !isFlat && !isEmpty });
  const failed = axes ? read : proposal;
  return {
    table: read.error ? undefined : read.data,
    request,
    error: failed.error,
    retry: () => void failed.refetch(),
    isFlat,
  };
}
