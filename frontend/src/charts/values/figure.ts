/** The table of values as a panel of a workbench. Pure. */
import { METRICS } from "@/lib/metrics";
import { workbench } from "@/messages/workbench";
import { barsOf, isCalled } from "../bars/figure";
import { type BarsData, barGroups, shownOf } from "../bars/option";
import { isMeasured, type Numbers, shownChange } from "../changes";
import type { Cell, DataTable, TableColumn } from "../definition";
import type { PanelFigure } from "../workbench/contract";
import type { ResultPanel } from "../workbench/document";
import type { Entry } from "../workbench/entries";
import { type Drawn, isOf, named } from "../workbench/measured";
import type { PanelData } from "../workbench/panel-data";
import { words } from "./words";

const panels = workbench.panels;

const textColumn = (label: string): TableColumn => ({
  label,
  unit: null,
  format: (value) => String(value ?? ""),
});

/** Every value of a metric: a row for each workload, a column for each entry, exactly. */
export function valuesTable(panel: ResultPanel, context: PanelData): Drawn<DataTable> {
  const drawn = barsOf({ ...panel, workload: null }, context, Number.POSITIVE_INFINITY);
  if ("reason" in drawn) return drawn;
  const data: BarsData = { ...drawn.data, workloads: undefined };
  const metric = METRICS[panel.metric];
  const { numbers } = data;
  const groups = barGroups(data).filter(
    ({ workload }) => panel.workload === null || isCalled(workload, panel.workload),
  );
  if (groups.length === 0) return { reason: panels.noWorkload(panel.workload ?? "") };
  return {
    workload: panel.workload ?? "",
    data: {
      caption: words.caption(metric.label),
      columns: [textColumn(words.workload), ...context.shown.map((entry) => valueColumn(entry, panel, numbers))],
      rows: groups.map(({ workload, bars }): Cell[] => [
        workload,
        ...context.shown.map((entry) => {
          const bar = bars.find(({ run }) => isOf(entry, run));
          if (!bar) return null;
          // The baseline keeps its absolute value: a column of zeros has no information.
          return entry.isBaseline ? bar.value : shownOf(data).value(bar);
        }),
      ]),
    },
  };
}

function valueColumn(entry: Entry, panel: ResultPanel, numbers: Numbers | undefined): TableColumn {
  const metric = METRICS[panel.metric];
  const change = entry.isBaseline ? null : shownChange({ ...(numbers ? { numbers } : {}) }, metric);
  const label =
    entry.isBaseline && isMeasured({ ...(numbers ? { numbers } : {}) }) ? words.baselineColumn(entry.name) : entry.name;
  if (change) return { label, unit: change.unit, format: change.cell };
  return {
    label,
    unit: metric.unit,
    format: (value) => (value === null ? "" : metric.format(value as number, { digits: 4 })),
  };
}

export const figure: PanelFigure = {
  from: "values",
  figureOf: (panel, data) => named(valuesTable(panel, data), () => ({ subtitle: METRICS[panel.metric].label })),
};
