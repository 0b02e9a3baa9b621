/** Table by factors for the map of a panel. Pure. */
import type { Pivot, PivotRequest } from "@/api/pivot";
import type { Panel } from "../workbench/document";
import type { PanelData } from "../workbench/panel-data";

export const WORKLOAD = "workload.name";
const OF_WORKLOADS = "workload.";
const CONDITION = "array.condition";
const OPTIMAL = "optimal";

/** Axes with everything that is fixed for them, as `key=value`. */
export type Axes = Pick<PivotRequest, "rows" | "columns" | "panel" | "fixed">;

export function proposedAxes({ choice }: Pivot): Axes {
  return {
    rows: choice.rows ?? undefined,
    columns: choice.columns ?? undefined,
    panel: choice.panel ?? undefined,
    fixed: choice.fixed.map(({ key, value }) => `${key}=${value}`),
  };
}

/** The array is in one condition, where that is known to differ and is no axis: what degraded arrays do is no repeat. */
export function chosenAxes([rows, columns]: readonly string[], { factors }: PanelData["comparison"]): Axes {
  const condition = factors.rows.find(({ key, state }) => key === CONDITION && state === "differs");
  const isKnown = condition?.cells.some(({ value }) => value === OPTIMAL) ?? false;
  const isAxis = rows === CONDITION || columns === CONDITION;
  return { rows, columns, fixed: isKnown && !isAxis ? [`${CONDITION}=${OPTIMAL}`] : [] };
}

/** The map of one panel: of the chosen workload, or of the panel or the workload with the most values. */
export function mapRequest({ workload }: Pick<Panel, "workload">, axes: Axes): Omit<PivotRequest, "runs"> {
  const fixed = axes.fixed.filter((pair) => !pair.startsWith(OF_WORKLOADS));
  if (workload !== null) return { ...axes, fixed: [...fixed, `${WORKLOAD}=${workload}`], max_panels: 1 };
  const isOfWorkloads = [axes.rows, axes.columns].some((key) => key?.startsWith(OF_WORKLOADS));
  // One of the fixed factors identifies the workload.
  if (axes.panel !== undefined || isOfWorkloads || fixed.length < axes.fixed.length) return { ...axes, max_panels: 1 };
  return { ...axes, panel: WORKLOAD, max_panels: 1 };
}

/** The whole table that a map is one panel of; of workloads this is one. */
export function wholeRequest({ max_panels: _, panel, ...request }: PivotRequest, map: Pivot): PivotRequest {
  if (panel !== WORKLOAD) return { ...request, panel };
  const workload = map.panels[0];
  return workload ? { ...request, fixed: [...request.fixed, `${WORKLOAD}=${workload}`] } : request;
}
