/** One metric of several runs along any axis that they are swept along, with a line for each run. */
import { METRICS, type MetricName } from "@/lib/metrics";
import { formatBinaryBytes, formatNumber, formatPercent } from "@/lib/units";
import { sweeps as words } from "@/messages/sweeps";
import { addressPanel } from "../address-space/option";
import { blockPanel } from "../block-size/panels";
import type { WithNumbers } from "../changes";
import type { ChartOption, ChartView } from "../definition";
import { panelsOfSteps } from "../load-steps/option";
import type { SweepAxis } from "../sweeps/axis-names";
import { type LinePanel, type LinePanels, linePanelsHeight, linePanelsOption } from "../sweeps/line-panels";
import { distinct, inShares, type SweepCurve, type SweepPoint, workingSet } from "../sweeps/points";
import type { ChartTheme } from "../theme";
import { slicePanel } from "../write-share-slice/option";

export interface AxisSweepData extends WithNumbers {
  metric: MetricName;
  axis: SweepAxis;
  /** The workload, without what varies along the axis. */
  workload: string;
  curves: readonly SweepCurve[];
  log?: boolean;
  withoutIntervals?: boolean;
}

/** Shares of a whole, from none to all of it. */
function sharePanel(
  { metric }: AxisSweepData,
  { title, x, place }: Pick<LinePanel, "x"> & { title: string; place: (share: string) => string },
): LinePanel {
  const format = (share: number) => formatNumber(share, { digits: 4, trim: true });
  return {
    metric: METRICS[metric],
    axis: { type: "value", title, min: 0, max: 100, format },
    x,
    place: (share) => place(formatPercent(share, { digits: 4 })),
  };
}

const workingSetBytes = (point: SweepPoint): number | null => (workingSet(point) === null ? null : point.sizeBytes);

/** Working sets as shares of their targets where all are known so, or else sizes of the same width each. */
function workingSetPanel(data: AxisSweepData): LinePanel {
  const { metric, curves } = data;
  const { axes, slice } = words;
  if (inShares(curves)) {
    return sharePanel(data, { title: axes.workingSetPercent, x: workingSet, place: slice.atWorkingSet });
  }
  const points = curves.flatMap((curve) => curve.points);
  const sizes = distinct(points, workingSetBytes);
  const places = new Map(sizes.map((bytes, index) => [bytes, index]));
  return {
    metric: METRICS[metric],
    axis: { type: "category", title: axes.workingSet, labels: sizes.map((bytes) => formatBinaryBytes(bytes)) },
    x: (point) => places.get(workingSetBytes(point) ?? Number.NaN) ?? null,
    place: (index) => slice.atWorkingSet(formatBinaryBytes(sizes[index])),
  };
}

/** Threads at one queue depth. */
function threadPanel({ metric, curves }: AxisSweepData): LinePanel {
  const ticks = distinct(
    curves.flatMap(({ points }) => points),
    ({ threads }) => threads,
  );
  return {
    metric: METRICS[metric],
    axis: { type: "log2", title: words.axes.threadCount, ticks },
    x: ({ threads }) => threads,
    place: words.fixed.threads,
  };
}

export function axisPanel(data: AxisSweepData): LinePanel {
  const { axis, metric, curves } = data;
  switch (axis) {
    case "block_size": {
      const sizes = distinct(
        curves.flatMap(({ points }) => points),
        ({ blockBytes }) => blockBytes,
      );
      return blockPanel(metric, sizes);
    }
    case "write_share":
      return slicePanel({ metric, over: "share", at: "", curves });
    case "random_share":
      return sharePanel(data, {
        title: words.axes.random,
        x: ({ randomPercent }) => randomPercent ?? null,
        place: words.slice.atRandom,
      });
    case "working_set":
      return workingSetPanel(data);
    case "position":
      return { ...addressPanel({ curves }), metric: METRICS[metric] };
    case "threads":
      return threadPanel(data);
    case "load":
    case "streams": {
      const [panel] = panelsOfSteps({ by: axis, curves }, [metric]);
      return panel ?? threadPanel(data);
    }
  }
}

const panelsOf = (data: AxisSweepData): LinePanels => ({ ...data, panels: [axisPanel(data)], columns: 1 });

export const axisSweepHeight = (data: AxisSweepData, width: number): number => linePanelsHeight(panelsOf(data), width);

export function axisSweepOption(data: AxisSweepData, theme: ChartTheme, view: ChartView): ChartOption {
  return linePanelsOption(panelsOf(data), theme, view);
}
