/** The chart of repeats: every value about the median of its point, with a box from five values on. */
import type { CustomSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { METRICS } from "@/lib/metrics";
import { formatPercent } from "@/lib/units";
import { type ChartOption, type ChartView, WIDE_FROM } from "../definition";
import { axisTitle, baseOption, fitText, plainText, textTooltip, xLook, yLook } from "../parts";
import { type ChartTheme, FONT_SIZE, LINE_WIDTH, seriesStyle, subjectStyle } from "../theme";
import { type Deviation, FEWEST_FIRM, type RepeatsData, type SpreadRow, spreadRows } from "./spread";

export const VALUES_NAME = "One run";
export const BOX_NAME = "Middle half and median (5 runs or more)";

const ROW = 32;
const TOP = 8;
const BOTTOM = 46;
const RIGHT = 24;
const LABELS = { wide: 280, narrow: 130 } as const;
const BOX = 16;
const RADIUS = 3.5;
/** Offsets that draw equal values of one row beside each other. */
const JITTER = [0, -5, 5, -2.5, 2.5] as const;

export function repeatsHeight(data: RepeatsData): number {
  return TOP + BOTTOM + Math.max(spreadRows(data).length, 2) * ROW;
}

function boxSeries(rows: readonly SpreadRow[], theme: ChartTheme): CustomSeriesOption {
  const boxes = rows.flatMap(({ box }, row) => (box ? [{ box, row }] : []));
  const { colour } = seriesStyle(theme, 4);
  return {
    type: "custom",
    name: BOX_NAME,
    silent: true,
    data: boxes.map(({ box, row }) => [box.low, row, box.high]),
    encode: { x: [0, 2], y: 1 },
    clip: true,
    renderItem: (params, api) => {
      const entry = boxes[params.dataIndex];
      if (!entry) return null;
      const at = (percent: number) => api.coord([percent, entry.row]) as [number, number];
      const [left, y] = at(entry.box.quarter);
      const [right] = at(entry.box.threeQuarters);
      const [low] = at(entry.box.low);
      const [high] = at(entry.box.high);
      const [middle] = at(entry.box.middle);
      const line = (x1: number, y1: number, x2: number, y2: number, width: number) => ({
        type: "line" as const,
        shape: { x1, y1, x2, y2 },
        style: { stroke: colour, lineWidth: width },
      });
      return {
        type: "group",
        children: [
          line(low, y, left, y, 1),
          line(right, y, high, y, 1),
          {
            type: "rect",
            shape: { x: left, y: y - BOX / 2, width: Math.max(right - left, 1), height: BOX },
            style: { fill: theme.selection, stroke: colour, lineWidth: 1 },
          },
          line(middle, y - BOX / 2, middle, y + BOX / 2, 2),
        ],
      };
    },
  };
}

interface PlacedValue {
  row: number;
  index: number;
  deviation: Deviation;
  firm: boolean;
}

function placedValues(rows: readonly SpreadRow[]): PlacedValue[] {
  return rows.flatMap(({ deviations, point }, row) =>
    deviations.map((deviation, index) => ({ row, index, deviation, firm: point.n >= FEWEST_FIRM })),
  );
}

function valueSeries(rows: readonly SpreadRow[], theme: ChartTheme): CustomSeriesOption {
  const values = placedValues(rows);
  const { colour } = subjectStyle(theme);
  const far = seriesStyle(theme, 1).colour;
  return {
    type: "custom",
    name: VALUES_NAME,
    data: values.map(({ row, deviation }) => [deviation.percent, row]),
    encode: { x: 0, y: 1 },
    renderItem: (params, api) => {
      const entry = values[params.dataIndex];
      if (!entry) return null;
      const [x = 0, y = 0] = api.coord([entry.deviation.percent, entry.row]);
      const own = entry.deviation.outlier ? far : colour;
      const middle = y + (JITTER[entry.index % JITTER.length] ?? 0);
      const style = { fill: entry.firm ? own : theme.background, stroke: own, lineWidth: LINE_WIDTH };
      // A value far out has another shape, and not another colour alone.
      return entry.deviation.outlier
        ? { type: "rect", shape: { x: x - RADIUS, y: middle - RADIUS, width: 2 * RADIUS, height: 2 * RADIUS }, style }
        : { type: "circle", shape: { cx: x, cy: middle, r: RADIUS }, style };
    },
  };
}

function tooltipText(rows: readonly SpreadRow[]) {
  const values = placedValues(rows);
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hit = Array.isArray(params) ? params[0] : params;
    const entry = hit?.seriesName === VALUES_NAME ? values[hit.dataIndex] : undefined;
    const row = entry && rows[entry.row];
    if (!row) return "";
    const { run, value, percent, outlier } = entry.deviation;
    const metric = METRICS[row.point.metric];
    const off = formatPercent(percent, { sign: true });
    return [
      plainText(row.label),
      `${run}  ${metric.label}  ${metric.format(value, { digits: 4 })}, ${off} of the median${outlier ? ", outlier" : ""}`,
    ].join("\n");
  };
}

export function repeatsOption(data: RepeatsData, theme: ChartTheme, view: ChartView): ChartOption {
  const rows = spreadRows(data);
  const look = xLook(theme, { split: true });
  const upright = yLook(theme);
  const labels = view.width >= WIDE_FROM ? LABELS.wide : LABELS.narrow;
  const widest = Math.max(1, ...rows.flatMap(({ deviations }) => deviations.map(({ percent }) => Math.abs(percent))));
  return {
    ...baseOption(theme),
    grid: [{ left: labels, right: RIGHT, top: TOP, height: view.height - TOP - BOTTOM, outerBoundsMode: "none" }],
    xAxis: [
      {
        ...look,
        ...axisTitle(theme, view.width >= WIDE_FROM ? "Deviation from the median of the point (%)" : "Deviation (%)"),
        type: "value",
        min: -1.1 * widest,
        max: 1.1 * widest,
        splitNumber: view.width >= WIDE_FROM ? 8 : 4,
        axisLabel: {
          ...look.axisLabel,
          showMinLabel: false,
          showMaxLabel: false,
          formatter: (value: number) => formatPercent(value, { sign: value !== 0, trim: true }),
        },
        axisPointer: { show: false },
      },
    ],
    yAxis: [
      {
        ...upright,
        type: "category",
        inverse: true,
        data: rows.map((_, index) => String(index)),
        axisTick: { show: false },
        axisLabel: {
          ...upright.axisLabel,
          interval: 0,
          formatter: (_: string, index: number) => fitText(rows[index]?.label ?? "", FONT_SIZE.label, labels - 10),
        },
        axisPointer: { show: false },
      },
    ],
    tooltip: textTooltip(theme, "item", tooltipText(rows)),
    series: [
      {
        type: "line",
        name: "Median",
        data: [],
        silent: true,
        markLine: {
          silent: true,
          symbol: "none",
          label: { show: false },
          lineStyle: { color: theme.dimmed, width: 1, type: "solid" },
          data: [{ xAxis: 0 }],
        },
      },
      boxSeries(rows, theme),
      valueSeries(rows, theme),
    ],
  };
}
