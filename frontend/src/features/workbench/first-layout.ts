/** The panels that a workbench begins with, chosen by what its data can fill. Pure. */

import type { ChartKind } from "@/charts/registry";
import { COLUMNS, DEFAULT_OPTIONS, type Panel } from "@/charts/workbench/document";
import type { Facts } from "@/charts/workbench/facts";
import type { MetricName } from "@/lib/metrics";

/** Rows of the grid that panels of the first rows and of the last one take. */
const UPPER = 9;
const LOWER = 10;
/** More entries than these are read in panels of their own. */
const MANY = 8;

type Choice = Pick<Panel, "chart" | "w" | "h"> & Partial<Pick<Panel, "metric" | "factors" | "axis" | "options">>;
type Sweep = Pick<Facts["sweeps"][number], "axis" | "metrics">;

type Data = Omit<Facts, "depths" | "sweeps"> & {
  hasDepths: boolean;
  sweeps: readonly Sweep[];
  metric: MetricName;
  entryCount: number;
};

/** Sweeps beside those of queue depth, which shows steps of load, too. */
const otherSweeps = ({ sweeps, hasDepths }: Data): readonly Sweep[] =>
  sweeps.filter(({ axis }) => !hasDepths || (axis !== "threads" && axis !== "load"));

const isEmpty = (data: Data): boolean =>
  !data.hasDepths && !data.hasCurves && !data.hasLoads && otherSweeps(data).length === 0;

/** One axis in two metrics, or two axes in one each. */
function sweepChoices([first, second]: readonly Sweep[]): Pick<Panel, "axis" | "metric">[] {
  if (!first) return [];
  const metrics = first.metrics.slice(0, second ? 1 : 2).map((metric) => ({ axis: first.axis, metric }));
  return [...metrics, ...(second ? second.metrics.slice(0, 1).map((metric) => ({ axis: second.axis, metric })) : [])];
}

/** Rows of panels; in each row their widths are shares of it. */
function rowsOf(data: Data): Choice[][] {
  const { metric, hasDepths, hasCurves, hasLoads, hasTails, factors, entryCount } = data;
  const chart = (kind: ChartKind, w: number, h: number, more: Partial<Choice> = {}): Choice => ({
    chart: kind,
    w,
    h,
    ...more,
  });
  if (isEmpty(data)) {
    return [
      [chart("bars", 7, LOWER, { metric }), chart("table", 5, LOWER, { metric })],
      ...(factors ? [[chart("heat_map", 7, LOWER, { metric, factors }), chart("rank", 5, LOWER, { metric })]] : []),
    ];
  }
  const isAlone = entryCount === 1;
  const swept = sweepChoices(otherSweeps(data));
  return [
    ...(hasDepths
      ? [
          [
            chart("queue_depth", 6, UPPER),
            chart("queue_depth", 6, UPPER, {
              metric: hasTails ? "latency_p99_ns" : "latency_mean_ns",
              options: { ...DEFAULT_OPTIONS, log: true },
            }),
          ],
        ]
      : []),
    ...(swept.length > 0 ? [swept.map((choice) => chart("sweep", 6, UPPER, choice))] : []),
    ...(hasCurves
      ? [
          [
            chart(isAlone ? "over_time" : "multiples", 8, entryCount > MANY ? LOWER + UPPER : UPPER),
            chart("percentiles", 4, entryCount > MANY ? LOWER + UPPER : UPPER, { metric: "latency_p99_ns" }),
          ],
        ]
      : []),
    ...(hasLoads ? [[chart("load_curve", 12, LOWER)]] : []),
    [
      chart("bars", 5, LOWER, { metric }),
      ...(factors ? [chart("heat_map", 4, LOWER, { metric, factors })] : []),
      ...(hasDepths ? [chart("scatter", 3, LOWER)] : [chart("table", 3, LOWER, { metric })]),
    ],
  ];
}

/** The widths of a row, stretched to fill it. */
function stretched(row: readonly Choice[]): number[] {
  const sum = row.reduce((whole, { w }) => whole + w, 0);
  const widths = row.map(({ w }) => Math.floor((w * COLUMNS) / sum));
  const rest = COLUMNS - widths.reduce((whole, w) => whole + w, 0);
  return widths.map((w, place) => (place === 0 ? w + rest : w));
}

export function firstLayout(data: Data): Panel[] {
  let y = 0;
  const panels: Panel[] = [];
  for (const row of rowsOf(data)) {
    const widths = stretched(row);
    let x = 0;
    for (const [place, choice] of row.entries()) {
      const w = widths[place] ?? choice.w;
      panels.push({
        id: `p${panels.length + 1}`,
        metric: "iops",
        workload: null,
        phase: null,
        factors: [],
        axis: null,
        options: DEFAULT_OPTIONS,
        ...choice,
        x,
        y,
        w,
      });
      x += w;
    }
    y += row[0]?.h ?? 0;
  }
  return panels;
}
