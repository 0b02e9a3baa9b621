/**
 * Performance of a degraded or rebuilding array relative to its optimal state: a dumbbell for each configuration and
 * workload.
 */
import type { CustomSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import type { PivotLoss } from "@/api/pivot";
import { METRICS, type MetricName } from "@/lib/metrics";
import { formatDuration, formatPercent } from "@/lib/units";
import { type ChartOption, type ChartSeries, type ChartView, type LegendItem, WIDE_FROM } from "../definition";
import { axisTitle, baseOption, fitText, plainText, textTooltip, textWidth, xLook, yLook } from "../parts";
import { asPercent, behindSpread, isPooled } from "../pivot-repeats";
import {
  type Behind,
  certaintyIn,
  certaintyOf,
  countText,
  type FigureCertainty,
  isSingle,
  type Span,
} from "../repeats-behind";
import { type ChartTheme, FONT_FAMILY, FONT_SIZE, LINE_WIDTH, type SeriesStyle, seriesStyle } from "../theme";
import { certaintyMarks } from "../whiskers";

export interface LossData {
  metric: MetricName;
  losses: readonly PivotLoss[];
}

const TOP = 8;
const BOTTOM = 50;
const WIDE_ROW = 30;
const NARROW_ROW = 46;
const RADIUS = 5;
const OPTIMAL_PERCENT = 100;
const CONDITIONS = ["degraded", "rebuilding"] as const;
const VALUE_ROOM = 16;

/**
 * Return the repeats behind the figures at the two ends of a pair; nothing where no figure of the chart has several
 * runs.
 */
export function behindLoss(loss: PivotLoss, { metric, losses }: LossData): Record<"optimal" | "value", Behind> {
  const pooled = isPooled(losses.flatMap(({ spread, optimal_spread }) => [spread, optimal_spread]));
  return {
    optimal: behindSpread(loss.optimal_spread, metric, pooled),
    value: behindSpread(loss.spread, metric, pooled),
  };
}

/** Return the known certainty of both ends of a row, as percent of the optimal figure. */
function knownOf(loss: PivotLoss, data: LossData): FigureCertainty[] {
  const { optimal, value } = behindLoss(loss, data);
  return [optimal, value].map(({ n, spans, intervals }) => {
    const percent = (span: Span | undefined) => span && asPercent(span, loss.optimal);
    return { n, span: percent(spans?.[data.metric]), interval: percent(intervals?.[data.metric]) };
  });
}

const reaches = (loss: PivotLoss, data: LossData): number[] => [
  loss.percent,
  ...knownOf(loss, data).flatMap((figure) => certaintyOf(figure)?.ends[1] ?? []),
];

export function nameOfLoss({ names, condition }: PivotLoss): string {
  const words = names.map(({ key, value }) => (key === "drives.count" ? `${value} drives` : value));
  return [...words, condition].join(", ");
}

/** The share that is left and how long the array took to be whole again, where that is known. */
export function lossText({ percent, rebuild_seconds }: PivotLoss): string {
  const share = formatPercent(percent);
  return rebuild_seconds === null ? share : `${share}, rebuilt after ${formatDuration(rebuild_seconds)}`;
}

export function lossHeight({ losses }: LossData, width: number): number {
  return TOP + BOTTOM + Math.max(losses.length, 2) * (width < WIDE_FROM ? NARROW_ROW : WIDE_ROW);
}

const OPTIMAL = "optimal, 100 %";

function looks(theme: ChartTheme): Record<string, SeriesStyle> {
  return {
    [OPTIMAL]: { ...seriesStyle(theme, 0), hollow: true, symbol: "circle" },
    degraded: { ...seriesStyle(theme, 3), symbol: "diamond", hollow: false },
    rebuilding: { ...seriesStyle(theme, 1), symbol: "rect", hollow: false },
  };
}

export function lossLegend({ losses }: LossData, theme: ChartTheme): LegendItem[] {
  const conditions = CONDITIONS.filter((name) => losses.some(({ condition }) => condition === name));
  const styles = looks(theme);
  return [OPTIMAL, ...conditions].flatMap((name) => {
    const style = styles[name];
    return style ? [{ name, kind: "line" as const, style, symbol: true }] : [];
  });
}

/** Whiskers and intervals over the runs behind both ends of each row. */
function spread(data: LossData, condition: string, theme: ChartTheme): ChartSeries[] {
  const look = { name: condition, axis: 0, colour: theme.text, along: "x" as const };
  const points = data.losses.flatMap((loss, index) =>
    loss.condition === condition ? knownOf(loss, data).map((figure) => ({ place: index, ...figure })) : [],
  );
  return certaintyMarks({ ...look, points });
}

function shapeOf(style: SeriesStyle, x: number, y: number, theme: ChartTheme) {
  const look = {
    style: { fill: style.hollow ? theme.background : style.colour, stroke: style.colour, lineWidth: LINE_WIDTH },
    z2: 10,
  };
  if (style.symbol === "circle") return { type: "circle" as const, shape: { cx: x, cy: y, r: RADIUS }, ...look };
  const points =
    style.symbol === "rect"
      ? [
          [-1, -1],
          [1, -1],
          [1, 1],
          [-1, 1],
        ]
      : [
          [0, -1.3],
          [1.3, 0],
          [0, 1.3],
          [-1.3, 0],
        ];
  return {
    type: "polygon" as const,
    shape: { points: points.map(([dx = 0, dy = 0]) => [x + dx * RADIUS, y + dy * RADIUS]) },
    ...look,
  };
}

/** The bar of a dumbbell: between what is drawn behind both ends, as far as there is room. */
function barBetween(loss: PivotLoss, data: LossData, at: (percent: number) => number, y: number, theme: ChartTheme) {
  const ends = (["optimal", "value"] as const).map((end) => {
    const drawn = certaintyIn(behindLoss(loss, data)[end], data.metric);
    const all = [loss[end], ...(drawn?.ends ?? [])].map((value) => (100 * value) / loss.optimal);
    return { low: Math.min(...all), high: Math.max(...all) };
  });
  const [from, to] = [Math.min(...ends.map(({ high }) => high)), Math.max(...ends.map(({ low }) => low))];
  if (from >= to) return [];
  const shape = { x1: at(from), y1: y, x2: at(to), y2: y };
  return [{ type: "line" as const, shape, style: { stroke: theme.axis, lineWidth: 3 } }];
}

/** The dumbbells of one condition; the open end is the optimal array. */
function dumbbells(data: LossData, condition: string, theme: ChartTheme): CustomSeriesOption {
  const styles = looks(theme);
  const rows = data.losses.flatMap((loss, index) => (loss.condition === condition ? [{ loss, index }] : []));
  return {
    type: "custom",
    name: condition,
    // Above the whiskers, which would cover the symbols.
    z: 4,
    encode: { x: 0, y: 1 },
    data: rows.map(({ loss, index }) => [loss.percent, index]),
    renderItem: ({ dataIndex }, api) => {
      const row = rows[dataIndex];
      const optimal = styles[OPTIMAL];
      const style = styles[condition];
      if (!row || !optimal || !style) return { type: "group", children: [] };
      const [left = 0, y = 0] = api.coord([row.loss.percent, row.index]);
      const [right = 0] = api.coord([OPTIMAL_PERCENT, row.index]);
      const isLess = row.loss.percent <= OPTIMAL_PERCENT;
      return {
        type: "group",
        children: [
          ...barBetween(row.loss, data, (percent) => (api.coord([percent, row.index]) as number[])[0] ?? 0, y, theme),
          shapeOf(optimal, right, y, theme),
          shapeOf(isSingle(behindLoss(row.loss, data).value) ? { ...style, hollow: true } : style, left, y, theme),
          {
            type: "text",
            x: (left + right) / 2,
            y: y - 7,
            style: {
              text: lossText(row.loss),
              fill: theme.text,
              fontFamily: FONT_FAMILY,
              fontSize: FONT_SIZE.label,
              textAlign: isLess ? "center" : "left",
              textVerticalAlign: "bottom",
            },
          },
        ],
      };
    },
  };
}

function tooltipText(data: LossData) {
  const metric = METRICS[data.metric];
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hit = Array.isArray(params) ? params[0] : params;
    const index = Array.isArray(hit?.data) ? Number(hit.data[1]) : -1;
    const loss = data.losses[index];
    if (!loss) return "";
    const behind = behindLoss(loss, data);
    const of = (figure: Behind) => (countText(figure) ? ` (${countText(figure)})` : "");
    return [
      plainText(nameOfLoss(loss)),
      `optimal  ${metric.format(loss.optimal)}${of(behind.optimal)}`,
      `${loss.condition}  ${metric.format(loss.value)}${of(behind.value)}, ${lossText(loss)}`,
    ].join("\n");
  };
}

export function lossOption(data: LossData, theme: ChartTheme, view: ChartView): ChartOption {
  const narrow = view.width < WIDE_FROM;
  const names = data.losses.map(nameOfLoss);
  const widest = Math.max(0, ...names.map((name) => textWidth(name, FONT_SIZE.title)));
  const nameRoom = narrow ? 0 : Math.min(widest, view.width * 0.38);
  const look = xLook(theme, { split: true });
  const upright = yLook(theme);
  return {
    ...baseOption(theme),
    grid: [
      {
        left: nameRoom + 16,
        right: VALUE_ROOM,
        top: TOP,
        height: view.height - TOP - BOTTOM,
        outerBoundsMode: "none",
      },
    ],
    xAxis: [
      {
        ...look,
        ...axisTitle(theme, `${METRICS[data.metric].label}, % of the optimal array`),
        type: "value",
        min: 0,
        max: Math.max(Math.ceil(Math.max(0, ...data.losses.flatMap((loss) => reaches(loss, data))) / 20) * 20, 110),
        splitNumber: narrow ? 3 : 5,
      },
    ],
    yAxis: [
      {
        ...upright,
        type: "category",
        inverse: true,
        data: data.losses.map((_, index) => String(index)),
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: {
          interval: 0,
          inside: narrow,
          margin: narrow ? 2 : 8,
          color: theme.text,
          fontSize: FONT_SIZE.title,
          // On a narrow page the names are above their dumbbells, which then have the whole width.
          ...(narrow ? { verticalAlign: "top" as const, padding: [12, 0, 0, 0] } : {}),
          formatter: (_: string, index: number) =>
            plainText(fitText(names[index] ?? "", FONT_SIZE.title, narrow ? view.width - 32 : nameRoom)),
        },
        z: 5,
      },
    ],
    tooltip: textTooltip(theme, "item", tooltipText(data)),
    series: [
      ...CONDITIONS.map((condition) => dumbbells(data, condition, theme)),
      ...CONDITIONS.flatMap((condition) => spread(data, condition, theme)),
    ],
  };
}
