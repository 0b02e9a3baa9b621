/** Two configurations against each other: two bars for each workload, as long as their share of the longer one. */
import type { BarSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { METRICS, type MetricName } from "@/lib/metrics";
import { shortChange } from "@/lib/short-values";
import type { ChartOption, ChartView } from "../definition";
import { baseOption, fitText, plainText, textTooltip, textWidth, yLook } from "../parts";
import { BAR, type ChartTheme, FONT_SIZE, LINE_WIDTH, seriesStyle } from "../theme";

export interface PairBar {
  value: number;
  /** Number of runs behind it. */
  n: number;
  /** Printed as approximate, or interpolated within wide buckets. */
  isInexact: boolean;
}

export interface PairPoint {
  workload: string;
  a: PairBar;
  b: PairBar;
  /** B / A; null against 0. */
  ratio: number | null;
}

export interface PairBarsData {
  metric: MetricName;
  /** Names of the two. */
  names: readonly [a: string, b: string];
  points: readonly PairPoint[];
}

const TOP = 4;
const BOTTOM = 8;
const ROW = 43;
const MIN_ROWS = 5;
const NAME_SHARE = 0.36;
/** Between a name that does not fit beside its bars and the upper one, from the middle of both. */
const NAME_ABOVE = 13;
const EDGE = 12;
/** Room for a value and a change. */
const VALUE_ROOM = 104;
const SIDES = ["a", "b"] as const;

export const pairBarsHeight = ({ points }: PairBarsData): number =>
  TOP + BOTTOM + ROW * Math.max(points.length, MIN_ROWS);

/** The value of a side, with the change of the second one. */
export function pairText({ metric }: PairBarsData, point: PairPoint, side: "a" | "b"): string {
  const { value, isInexact } = point[side];
  const text = `${isInexact ? "≈ " : ""}${METRICS[metric].format(value)}`;
  return side === "b" && point.ratio !== null ? `${text}   ${shortChange((point.ratio - 1) * 100)}` : text;
}

function series(data: PairBarsData, side: "a" | "b", theme: ChartTheme): BarSeriesOption {
  const place = SIDES.indexOf(side);
  const { colour } = seriesStyle(theme, place);
  return {
    type: "bar",
    name: data.names[place] ?? "",
    barWidth: BAR.thickness,
    barGap: "25%",
    emphasis: { disabled: true },
    label: {
      show: true,
      position: "right",
      color: theme.text,
      fontSize: FONT_SIZE.label,
      fontWeight: 580,
      formatter: ({ dataIndex }) => {
        const point = data.points[dataIndex];
        return point ? pairText(data, point, side) : "";
      },
    },
    data: data.points.map((point) => {
      const longer = Math.max(point.a.value, point.b.value);
      return {
        value: longer > 0 ? point[side].value / longer : 0,
        itemStyle: {
          // Inexact figures are drawn hollow.
          color: point[side].isInexact ? theme.background : colour,
          borderColor: colour,
          borderWidth: point[side].isInexact ? LINE_WIDTH : 0,
          borderRadius: [0, BAR.radius, BAR.radius, 0],
        },
      };
    }),
  };
}

function tooltipText(data: PairBarsData) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const point = data.points[(Array.isArray(params) ? params[0] : params)?.dataIndex ?? -1];
    if (!point) return "";
    const { format } = METRICS[data.metric];
    const lines = SIDES.map(
      (side, place) =>
        `${plainText(data.names[place] ?? "")}  ${format(point[side].value, { digits: 4 })}  ${runsText(point[side].n)}`,
    );
    return [plainText(point.workload), ...lines].join("\n");
  };
}

export const runsText = (n: number): string => (n === 1 ? "1 run" : `${n} runs`);

export function pairBarsOption(data: PairBarsData, theme: ChartTheme, view: ChartView): ChartOption {
  const longest = Math.max(0, ...data.points.map(({ workload }) => textWidth(workload, FONT_SIZE.title)));
  // Names that would be cut are above their bars, which then have the whole width.
  const isAbove = longest > view.width * NAME_SHARE;
  const nameRoom = isAbove ? view.width - 2 * EDGE : longest;
  return {
    ...baseOption(theme),
    grid: [
      {
        left: isAbove ? EDGE : nameRoom + EDGE,
        right: VALUE_ROOM,
        top: TOP,
        height: Math.min(view.height - TOP - BOTTOM, ROW * Math.max(data.points.length, 1)),
        outerBoundsMode: "none",
      },
    ],
    // The workloads have different units of length: only the two bars of one can be compared.
    xAxis: [{ type: "value", min: 0, max: 1, show: false }],
    yAxis: [
      {
        ...yLook(theme, { split: false }),
        type: "category",
        inverse: true,
        data: data.points.map(({ workload }) => workload),
        axisTick: { show: false },
        axisLabel: {
          interval: 0,
          inside: isAbove,
          margin: isAbove ? 0 : 10,
          ...(isAbove ? { verticalAlign: "bottom" as const, padding: [0, 0, NAME_ABOVE, 0] } : {}),
          color: theme.secondary,
          fontSize: FONT_SIZE.title,
          formatter: (name: string) => plainText(fitText(name, FONT_SIZE.title, nameRoom)),
        },
        z: 5,
      },
    ],
    tooltip: textTooltip(theme, "axis", tooltipText(data)),
    series: SIDES.map((side) => series(data, side, theme)),
  };
}
