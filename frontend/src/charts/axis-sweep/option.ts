/** One metric of several runs along any axis that they are swept along, with a line for each run. */
import { METRICS, type MetricName } from "@/lib/metrics";
import { sweeps as words } from "@/messages/sweeps";
import { addressPanel } from "../address-space/option";
import { blockPanel } from "../block-size/panels";
import type { WithNumbers } from "../changes";
import type { ChartOption, ChartView } from "../definition";
import { panelsOfSteps } from "../load-steps/option";
import type { SweepAxis } from "../sweeps/axis-names";
import { type LinePanel, type LinePanels, linePanelsHeight, linePanelsOption } from "../sweeps/line-panels";
import { distinct, type SweepCurve } from "../sweeps/points";
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
