/** Reads the results by factors of a panel: of the shown entries, or of all runs that the query of the entries finds. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { type Pivot, type PivotRequest, pivotQuery } from "@/api/pivot";
import { withoutRuns } from "@/lib/query-parts";
import type { Panel } from "./document";
import type { Entry } from "./entries";
import type { PanelContext } from "./panel-context";

const WORKLOAD = "workload.name";
const OF_WORKLOADS = "workload.";

type Source = Pick<PivotRequest, "runs" | "q" | "time_zone">;

const numbersOf = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ runs }) => runs.map(({ number }) => number));

/** The runs that results by factors are of; hidden entries are none of them. */
export function sourceOf({ entries, query }: Pick<PanelContext, "entries" | "query">): Source {
  if (!query) return { runs: numbersOf(entries.filter(({ shown }) => shown)) };
  const hidden = numbersOf(entries.filter(({ shown }) => !shown));
  return { q: withoutRuns(query.query, hidden), time_zone: query.time_zone };
}

interface Axes extends Pick<PivotRequest, "rows" | "columns"> {
  fixed: readonly string[];
}

/** Rows and columns that the lab proposes, with the factors of configurations and runs that it fixes for them. */
function proposedAxes({ choice }: Pivot): Axes {
  const fixed = choice.fixed.filter(({ key }) => !key.startsWith(OF_WORKLOADS));
  return {
    rows: choice.rows ?? undefined,
    columns: choice.columns ?? undefined,
    fixed: fixed.map(({ key, value }) => `${key}=${value}`),
  };
}

/** One workload of a table: the chosen one, or the one with the most values; of rows and columns of workloads all. */
function tableRequest(panel: Pick<Panel, "metric" | "workload">, { fixed, ...axes }: Axes): Omit<PivotRequest, "runs"> {
  const { metric, workload } = panel;
  if (workload !== null) return { ...axes, metric, fixed: [...fixed, `${WORKLOAD}=${workload}`] };
  const isOfWorkloads = [axes.rows, axes.columns].some((key) => key?.startsWith(OF_WORKLOADS));
  return isOfWorkloads ? { ...axes, metric, fixed } : { ...axes, metric, fixed, panel: WORKLOAD, max_panels: 1 };
}

export interface FactorTable {
  /** Undefined while it is on its way, and where it failed. */
  table: Pivot | undefined;
  error: unknown;
  retry: () => void;
  /** Whether there is no factor to make a table of. */
  isFlat: boolean;
}

export function useFactorTable(panel: Panel, context: PanelContext): FactorTable {
  const api = useApi();
  const source = sourceOf(context);
  const isEmpty = context.shown.length === 0;
  const known = panel.factors.length > 0 ? panel.factors : context.facts.factors;
  const proposal = useQuery({ ...pivotQuery(api, { ...source, fixed: [] }), enabled: !known && !isEmpty });
  const proposed = proposal.data && proposedAxes(proposal.data);
  const axes = known ? { rows: known[0], columns: known[1], fixed: [] } : proposed;
  const isFlat = !known && proposed !== undefined && proposed.rows === undefined;
  const read = useQuery({
    ...pivotQuery(api, { ...source, ...tableRequest(panel, axes ?? { fixed: [] }) }),
    enabled: axes !== undefined && !isFlat && !isEmpty,
  });
  const failed = known || proposed ? read : proposal;
  return {
    table: read.error ? undefined : read.data,
    error: failed.error,
    retry: () => void failed.refetch(),
    isFlat,
  };
}
