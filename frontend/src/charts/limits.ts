/** Targets and hard limits as lines across a plot, named on the line. */
import type { LineSeriesOption } from "echarts";
import { plainText } from "./parts";
import { type ChartTheme, DASHES, FONT_SIZE, STROKES } from "./theme";

export interface ChartLimit {
  /** In the unit of the axis that it lies on. */
  value: number;
  /** Written on the line: `target 5 ms`. */
  label: string;
  kind: "target" | "limit";
}

/** The lines of one panel; `upright` where the values lie along the horizontal axis. */
export function chartLimits(
  limits: readonly ChartLimit[],
  { axis = 0, upright = false }: { axis?: number; upright?: boolean },
  theme: ChartTheme,
): LineSeriesOption[] {
  return limits.map(({ value, label, kind }) => {
    const colour = kind === "target" ? theme.target : theme.limit;
    return {
      type: "line",
      id: `limit-${axis}-${label}`,
      name: label,
      xAxisIndex: axis,
      yAxisIndex: axis,
      silent: true,
      data: [],
      markLine: {
        silent: true,
        symbol: "none",
        lineStyle: { color: colour, width: STROKES.event, type: [...DASHES.limit] },
        label: {
          position: upright ? "insideEndTop" : "insideStartTop",
          color: colour,
          fontSize: FONT_SIZE.label,
          fontWeight: 560,
          formatter: plainText(label),
        },
        data: [upright ? { xAxis: value } : { yAxis: value }],
      },
    };
  });
}
