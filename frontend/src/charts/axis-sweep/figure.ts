/** Sweeps along one axis as panels of a workbench. Pure. */
import { METRICS } from "@/lib/metrics";
import { sweeps } from "@/messages/sweeps";
import { workbench } from "@/messages/workbench";
import { panelTitle } from "../panels";
import { axisPlace, heldFixed, usualWorkload } from "../sweeps/axes";
import type { SweepAxis } from "../sweeps/axis-names";
import { curvesOf } from "../sweeps/curves";
import { measuredAt } from "../sweeps/measured-by";
import type { Workload } from "../sweeps/workloads";
import { fromMeasurements } from "../workbench/contract";
import type { ResultPanel } from "../workbench/document";
import { chosenRun } from "../workbench/entries";
import { type Drawn, hiddenBaseline, isOf, joined, named, remarkOf } from "../workbench/measured";
import type { PanelData } from "../workbench/panel-data";
import { axisSweep } from "./definition";
import type { AxisSweepData } from "./option";
import { words } from "./words";

const panels = workbench.panels;

export type DrawnSweep = Drawn<AxisSweepData> & { axis?: SweepAxis };

/** A sweep along the axis of a panel, or along the one that the most entries are swept along. */
export function sweepOf(panel: ResultPanel, context: PanelData): DrawnSweep {
  const { comparison, shown, facts, numbers } = context;
  if (shown.length === 0) return { reason: panels.allHidden };
  const sweep = facts.sweeps.find(({ axis }) => panel.axis === null || axis === panel.axis);
  if (!sweep) {
    return { reason: panel.axis === null ? words.none : words.noneAlong(sweeps.axisNames[panel.axis]) };
  }
  const { axis, workloads } = sweep;
  const chosen = panel.workload;
  const match = chosen === null ? usualWorkload(sweep) : workloads.find(({ name }) => name === chosen);
  if (!match) return { axis, reason: panels.noWorkload(chosen ?? "") };
  const rows = match.rows.filter(({ run }) => shown.some((entry) => isOf(entry, run)));
  const isKnown = (row: Workload["rows"][number]) => (row.values[panel.metric] ?? null) !== null;
  if (!rows.some(isKnown)) return { axis, reason: panels.noMetric(METRICS[panel.metric].label) };
  const { baseline } = comparison;
  const place = axisPlace(axis);
  const hidden = hiddenBaseline(context);
  const compared = match.rows.filter(({ run }) => [...shown, ...hidden].some((entry) => isOf(entry, run)));
  const curves = curvesOf({
    workloads: [{ name: match.name, rows: compared }],
    runs: shown.map(chosenRun),
    baseline,
    place: (row) => String(place(row)),
    byRuns: true,
    withRandom: axis === "random_share",
  });
  const remark = [
    words.fixed(heldFixed(axis, match).join(", ")),
    remarkOf(shown, (entry) => rows.some((row) => isOf(entry, row.run) && isKnown(row))).remark,
    workloads.length > 1 && chosen === null ? words.ofWorkloads(workloads.length) : "",
  ];
  return {
    axis,
    workload: match.name,
    data: {
      metric: panel.metric,
      axis,
      workload: match.name,
      curves: measuredAt(curves, place, { numbers, baseline }).filter(
        ({ run }) => !hidden.some((entry) => isOf(entry, run)),
      ),
      numbers,
      log: panel.options.log,
      withoutIntervals: !panel.options.interval,
    },
    remark: remark.filter(Boolean).join(" "),
  };
}

/** The title names the axis that the data decide where the panel does not. */
export const figure = fromMeasurements(axisSweep, (panel, data) => {
  const drawn = sweepOf(panel, data);
  const title = panelTitle({ ...panel, axis: drawn.axis ?? panel.axis });
  if ("reason" in drawn) return { title, reason: drawn.reason };
  return named(drawn, (_, workload) => ({ title, subtitle: joined(workload, panel.options.log && panels.log) }));
});
