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
const CONDITION = "array.condition";
const OPTIMAL = "optimal";

type Source = Pick<PivotRequest, "runs" | "q" | "time_zone">;

const numbersOf = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ runs }) => runs.map(({ number }) => number));

/** The runs that results by factors are of; hidden entries are none of them. */
export function sourceOf({ entries, query }: Pick<PanelContext, "entries" | "query">): Source {
  if (!query) return { runs: numbersOf(entries.filter(({ shown }) => shown)) };
  const hidden = numbersOf(entries.filter(({ shown }) => !shown));
  return { q: withoutRuns(query.query, hidden), time_zone: query.time_zone };
}

/** Axes with everything that is fixed for them, as `key=value`. */
type Axes = Pick<PivotRequest, "rows" | "columns" | "panel" | "fixed">;

function proposedAxes({ choice }: Pivot): Axes {
  return {
    rows: choice.rows ?? undefined,
    columns: choice.columns ?? undefined,
    panel: choice.panel ?? undefined,
    fixed: choice.fixed.map(({ key, value }) => `${key}=${value}`),
  };
}

/** The array is in one condition, where that is known to differ and is no axis: what degraded arrays do is no repeat. */
function chosenAxes([rows, columns]: readonly string[], { factors }: PanelContext["comparison"]): Axes {
  const condition = factors.rows.find(({ key, state }) => key === CONDITION && state === "differs");
  const isKnown = condition?.cells.some(({ value }) => value === OPTIMAL) ?? false;
  const isAxis = rows === CONDITION || columns === CONDITION;
  return { rows, columns, fixed: isKnown && !isAxis ? [`${CONDITION}=${OPTIMAL}`] : [] };
}

/** The map of one panel: of the chosen workload, or of the panel or the workload with the most values. */
function mapRequest({ workload }: Pick<Panel, "workload">, axes: Axes): Omit<PivotRequest, "runs"> {
  const fixed = axes.fixed.filter((pair) => !pair.startsWith(OF_WORKLOADS));
  if (workload !== null) return { ...axes, fixed: [...fixed, `${WORKLOAD}=${workload}`], max_panels: 1 };
  const isOfWorkloads = [axes.rows, axes.columns].some((key) => key?.startsWith(OF_WORKLOADS));
  // One of the fixed factors says which workload it is.
  if (axes.panel !== undefined || isOfWorkloads || fixed.length < axes.fixed.length) return { ...axes, max_panels: 1 };
  return { ...axes, panel: WORKLOAD, max_panels: 1 };
}

/** The whole table that a map is one panel of; of workloads this is one. */
export function wholeRequest({ max_panels: _, panel, ...request }: PivotRequest, map: Pivot): PivotRequest {
  if (panel !== WORKLOAD) return { ...request, panel };
  const workload = map.panels[0];
  return workload ? { ...request, fixed: [...request.fixed, `${WORKLOAD}=${workload}`] } : request;
}

export interface FactorTable {
  /** Undefined while it is on its way, and where it failed. */
  table: Pivot | undefined;
  request: PivotRequest;
  error: unknown;
  retry: () => void;
  /** Whether there is no factor to make a table of. */
  isFlat: boolean;
}

export function useFactorTable(panel: Panel, context: PanelContext): FactorTable {
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
