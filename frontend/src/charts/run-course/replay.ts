/** A stored curve that is played again: what was measured so far, over the whole time it took. */
import { withOpacity } from "@/lib/colour";
import { METRICS } from "@/lib/metrics";
import { shortSpan } from "@/lib/short-times";
import type { ChartOption } from "../definition";
import { baseOption, xLook, yLook } from "../parts";
import { type ChartTheme, subjectStyle } from "../theme";

export interface ReplayData {
  /** One value per step; null is a gap. */
  values: readonly (number | null)[];
  step_ms: number;
  /** Number of values already played. */
  played: number;
}

const METRIC = METRICS.iops;
const MARGIN = { left: 48, right: 24, top: 22, bottom: 28 } as const;
/** Room above the highest value, as a share of it. */
const HEADROOM = 1.12;
const END_SIZE = 9;

const TICKS_MS = [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 21_600].map((seconds) => 1000 * seconds);
const MAX_TICKS = 6;

function tickOf(span_ms: number): number {
  return TICKS_MS.find((tick) => span_ms / tick <= MAX_TICKS) ?? span_ms / MAX_TICKS;
}

export function replayOption({ values, step_ms, played }: ReplayData, theme: ChartTheme): ChartOption {
  const { colour } = subjectStyle(theme);
  const points = values.slice(0, played).map((value, index) => [(index + 0.5) * step_ms, value]);
  const end = points.findLast(([, value]) => value !== null);
  const highest = Math.max(1, ...values.map((value) => value ?? 0));
  const look = xLook(theme);
  const upright = yLook(theme);
  return {
    ...baseOption(theme),
    grid: [{ ...MARGIN, outerBoundsMode: "none" }],
    xAxis: [
      {
        type: "value",
        min: 0,
        max: values.length * step_ms,
        interval: tickOf(values.length * step_ms),
        ...look,
        axisLabel: { ...look.axisLabel, formatter: (at: number) => (at === 0 ? "0" : shortSpan(at / 1000)) },
      },
    ],
    yAxis: [
      {
        type: "value",
        min: 0,
        max: highest * HEADROOM,
        ...upright,
        axisLabel: {
          ...upright.axisLabel,
          showMaxLabel: false,
          formatter: (value: number) => (value === 0 ? "0" : METRIC.format(value, { trim: true })),
        },
      },
    ],
    tooltip: { show: false },
    series: [
      {
        type: "line",
        silent: true,
        symbol: "none",
        connectNulls: false,
        emphasis: { disabled: true },
        lineStyle: { color: colour, width: 2 },
        areaStyle: { color: withOpacity(colour, 0.14) },
        data: points,
      },
      {
        type: "line",
        silent: true,
        symbol: "circle",
        symbolSize: END_SIZE,
        lineStyle: { width: 0 },
        itemStyle: { color: colour, borderColor: theme.background, borderWidth: 2 },
        data: end ? [end] : [],
      },
    ],
  };
}
