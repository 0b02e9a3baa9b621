/**
 * Addresses of pages that the workbench replaced, each as the search of the workbench that shows the same.
 *
 * A page is added with one pure function from its raw search parameters to a WorkbenchSearch, a table of cases in
 * `old-addresses.test.ts`, and a line of `movedRoutes` in `app/router.tsx`. What a function cannot read it drops.
 */

import type { ChartKind } from "@/charts/registry";
import { readChoices } from "@/charts/sweeps/choices";
import { DEFAULT_OPTIONS, type Panel } from "@/charts/workbench/document";
import { parseWorkbenchSearch, type WorkbenchSearch, writePanels } from "@/features/workbench/address";
import { readMetric } from "@/lib/earlier-names";

export type OldSearch = Readonly<Record<string, unknown>>;

export type PanelChoice = Pick<Panel, "chart" | "metric" | "w" | "h"> & Partial<Panel>;

const [HIGH, LOW] = [12, 10];

/** Panels in rows, the first at the top; each row is as high as its first panel. */
export function panelRows(rows: readonly (readonly PanelChoice[])[]): string {
  let y = 0;
  const panels: Panel[] = [];
  for (const row of rows) {
    let x = 0;
    for (const choice of row) {
      const id = `p${panels.length + 1}`;
      panels.push({
        workload: null,
        phase: null,
        factors: [],
        axis: null,
        options: DEFAULT_OPTIONS,
        ...choice,
        id,
        x,
        y,
      });
      x += choice.w;
    }
    y += row[0]?.h ?? 0;
  }
  return writePanels(panels);
}

/** `/compare`: runs side by side, as curves over time or as sweeps and single values. */
export function oldComparison(raw: OldSearch): WorkbenchSearch {
  const { from, to } = raw;
  const search = parseWorkbenchSearch({
    runs: raw.runs,
    baseline: raw.baseline,
    numbers: raw.numbers,
    hidden: raw.hidden,
    // Repeats were separate unless they were pooled.
    pooled: raw.pooled === true,
    range: typeof from === "number" && typeof to === "number" ? `${from}-${to}` : undefined,
    panels: comparedPanels(raw),
  });
  return search.runs === undefined ? {} : search;
}

/** Undefined where the panels that the data suggest show what the page did. */
function comparedPanels({ view, metric: name, log, sweep }: OldSearch): string | undefined {
  const metric = readMetric(name) ?? "iops";
  const { workload = null, arrangement } = readChoices(typeof sweep === "object" ? { ...sweep } : {});
  const options = { ...DEFAULT_OPTIONS, log: log === true };
  const curves: ChartKind = arrangement === "apart" ? "multiples" : "over_time";
  const values: PanelChoice[] = [
    { chart: "bars", metric, w: 7, h: LOW },
    { chart: "table", metric, w: 5, h: LOW },
  ];
  if (view === "curve") return panelRows([[{ chart: curves, metric, options, w: 12, h: HIGH }], values]);
  const isUsual = metric === "iops" && workload === null && arrangement === undefined && log !== true;
  if (isUsual) return undefined;
  const depths: PanelChoice = { chart: "queue_depth", metric, workload, w: 6, h: HIGH };
  if (view === "sweep") return panelRows([[{ ...depths, w: 12 }], values]);
  return panelRows([[depths, { chart: curves, metric, options, w: 6, h: HIGH }], values]);
}
