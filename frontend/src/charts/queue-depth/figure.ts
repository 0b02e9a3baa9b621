/** Sweeps over queue depths as panels of a workbench. Pure. */
import { METRICS } from "@/lib/metrics";
import { workbench } from "@/messages/workbench";
import { sectionOf } from "../sweeps/figures";
import type { Workload } from "../sweeps/workloads";
import { fromMeasurements } from "../workbench/contract";
import type { ResultPanel } from "../workbench/document";
import { chosenRun } from "../workbench/entries";
import { type Drawn, hiddenBaseline, isOf, joined, named, remarkOf } from "../workbench/measured";
import type { PanelData } from "../workbench/panel-data";
import type { QueueDepthData } from "./curves";
import { queueDepth } from "./definition";
import { words } from "./words";

const panels = workbench.panels;

/** A sweep over queue depths: of the chosen workload, or the one that the most entries have. */
export function depthsOf(panel: ResultPanel, context: PanelData): Drawn<QueueDepthData> {
  const { comparison, shown, measurements, facts, numbers } = context;
  if (shown.length === 0) return { reason: panels.allHidden };
  const chosen = panel.workload;
  const match = facts.depths.find(({ name }) => chosen === null || name === chosen);
  if (!match) return { reason: chosen === null ? words.none : panels.noWorkload(chosen) };
  const rows = match.rows.filter(({ run }) => shown.some((entry) => isOf(entry, run)));
  const metric = METRICS[panel.metric];
  const isKnown = (row: Workload["rows"][number]) => (row.values[panel.metric] ?? null) !== null;
  if (!rows.some(isKnown)) return { reason: panels.noMetric(metric.label) };
  const runs = shown.map(chosenRun);
  const { baseline } = comparison;
  const hidden = hiddenBaseline(context);
  const compared = match.rows.filter(({ run }) => [...shown, ...hidden].some((entry) => isOf(entry, run)));
  const section = sectionOf(
    { kind: "queue-depth", workloads: [{ name: match.name, rows: compared }] },
    { measurements, runs, metric: panel.metric, baseline, numbers, choices: {} },
  );
  const figure = section.figures.find((candidate) => candidate.chart === "queue-depth");
  if (figure?.chart !== "queue-depth") return { reason: words.none };
  const { interval, knee, end_value, log } = panel.options;
  const without = [...(interval ? [] : (["interval"] as const)), ...(knee ? [] : (["knee"] as const))];
  return {
    workload: match.name,
    data: {
      ...figure.data,
      runs,
      only: metric.unit === "ns" ? "latency" : "rate",
      without,
      withEndValues: end_value,
      withLinkLimit: panel.options.link_limit,
      log,
      ...(hidden.length > 0 ? { isBaselineHidden: true } : {}),
    },
    ...remarkOf(shown, (entry) => rows.some((row) => isOf(entry, row.run) && isKnown(row))),
  };
}

export const figure = fromMeasurements(queueDepth, (panel, data) =>
  named(depthsOf(panel, data), (_, workload) => ({ subtitle: joined(workload, panel.options.log && panels.log) })),
);
