/** The sparkline (C14): the last minutes of one metric as a line without axes, small enough for a cell of a table. */

import { withOpacity } from "@/lib/colour";
import { METRICS, type MetricName } from "@/lib/metrics";
import { formatDuration } from "@/lib/units";
import { sparkline as words } from "@/messages/sparkline";
import type { ChartOption } from "../definition";
import { AREA_OPACITY, baseOption } from "../parts";
import { type ChartTheme, subjectStyle } from "../theme";

/** In px; the box is there before anything is drawn in it. */
export const SPARKLINE = { width: 120, height: 28 } as const;

export interface SparklineData {
  metric: MetricName;
  /** Middles of intervals in order of time, in ms on the time axis of the run. */
  t_ms: readonly number[];
  /** Means of the intervals; null is a gap, and no line bridges it. */
  values: readonly (number | null)[];
  /** The length of one interval. */
  step_ms: number;
}

/** Room for half the line and for the point at its end. */
const MARGIN = 4;
const END_SIZE = 5;
const WIDTH = 1.5;

interface Course {
  last: number;
  low: number;
  high: number;
  span_ms: number;
}

/** Where the readings end and what they lie between; null where there are none. */
export function courseOf({ t_ms, values, step_ms }: SparklineData): Course | null {
  const known = values.filter((value) => value !== null);
  const [first, end] = [t_ms[0], t_ms.at(-1)];
  const last = known.at(-1);
  if (last === undefined || first === undefined || end === undefined) return null;
  return { last, low: Math.min(...known), high: Math.max(...known), span_ms: end - first + step_ms };
}

export function describeSparkline(data: SparklineData): string {
  const { label, format } = METRICS[data.metric];
  const course = courseOf(data);
  if (!course) return words.none(label);
  const { last, low, high, span_ms } = course;
  return words.course(label, formatDuration(span_ms / 1000), format(last), format(low), format(high));
}

export function sparklineOption({ t_ms, values }: SparklineData, theme: ChartTheme): ChartOption {
  const { colour } = subjectStyle(theme);
  const pairs = t_ms.map((t, index) => [t, values[index] ?? null]);
  const end = pairs.findLast(([, value]) => value !== null);
  const shared = { type: "line" as const, silent: true, clip: false, emphasis: { disabled: true } };
  return {
    ...baseOption(theme),
    // The row of a table that is pointed at shows through.
    backgroundColor: "transparent",
    grid: [{ left: MARGIN, right: MARGIN, top: MARGIN, bottom: MARGIN, outerBoundsMode: "none" }],
    xAxis: [{ type: "value", show: false, min: t_ms[0] ?? 0, max: Math.max(t_ms.at(-1) ?? 1, (t_ms[0] ?? 0) + 1) }],
    // From zero, as every chart of a rate: a line that trembles by a percent is drawn as a straight one.
    yAxis: [{ type: "value", show: false, min: 0, max: Math.max(1, ...values.map((value) => value ?? 0)) }],
    tooltip: { show: false },
    series: [
      {
        ...shared,
        symbol: "none",
        connectNulls: false,
        lineStyle: { color: colour, width: WIDTH },
        areaStyle: { color: withOpacity(colour, AREA_OPACITY), origin: "start" },
        data: pairs,
      },
      {
        ...shared,
        symbol: "circle",
        symbolSize: END_SIZE,
        lineStyle: { width: 0 },
        itemStyle: { color: colour },
        data: end ? [end] : [],
      },
    ],
  };
}
