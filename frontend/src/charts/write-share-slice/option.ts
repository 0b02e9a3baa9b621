/** A cut through surfaces: one metric over the share of writes at one depth, or over the depth at one share. */
import { METRICS, type MetricName } from "@/lib/metrics";
import { formatNumber, formatPercent } from "@/lib/units";
import { sweeps as words } from "@/messages/sweeps";
import type { WithNumbers } from "../changes";
import type { ChartOption, ChartView } from "../definition";
import { type LinePanel, type LinePanels, linePanelsHeight, linePanelsOption } from "../sweeps/line-panels";
import { depthsOf, distinct, type SweepCurve, type SweepPoint, writeShare } from "../sweeps/points";
import type { ChartTheme } from "../theme";

export interface SliceData extends WithNumbers {
  metric: MetricName;
  over: "share" | "depth";
  /** Position of the cut, in words. */
  at: string;
  /** The points of each configuration on the cut. */
  curves: readonly SweepCurve[];
}

const outstanding = ({ outstanding: count }: SweepCurve["points"][number]) => ((count ?? 0) > 0 ? count : null);

/** Return true if several loads of one curve have equally many I/Os outstanding: no line may join them. */
export function isByThreads({ over, curves }: Pick<SliceData, "over" | "curves">): boolean {
  return (
    over === "depth" && curves.some(({ points }) => depthsOf(points).length > distinct(points, outstanding).length)
  );
}

export function slicePanel({ metric, over, curves }: SliceData): LinePanel {
  const points = curves.flatMap((curve) => curve.points);
  if (over === "depth") {
    return {
      metric: METRICS[metric],
      axis: { type: "log2", title: words.axes.load, ticks: distinct(points, outstanding) },
      x: outstanding,
      place: (count) => words.slice.atDepth(String(count)),
      ...(isByThreads({ over, curves }) ? { part: ({ threads }: SweepPoint) => threads } : {}),
    };
  }
  const format = (share: number) => formatNumber(share, { digits: 4, trim: true });
  return {
    metric: METRICS[metric],
    axis: { type: "value", title: words.axes.writes, min: 0, max: 100, format },
    x: writeShare,
    place: (share) => words.slice.atShare(formatPercent(share, { digits: 4 })),
  };
}

const panelsOf = (data: SliceData): LinePanels => ({ ...data, panels: [slicePanel(data)], columns: 1 });

export const sliceHeight = (data: SliceData, width: number): number => linePanelsHeight(panelsOf(data), width);

export function sliceOption(data: SliceData, theme: ChartTheme, view: ChartView): ChartOption {
  return linePanelsOption(panelsOf(data), theme, view);
}
