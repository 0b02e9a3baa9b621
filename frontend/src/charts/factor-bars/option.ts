/** Bars grouped by two factors: one group for each row of a pivot, one bar for each column, whiskers over repeats. */
import type { BarSeriesOption, CustomSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import type { PivotCell } from "@/api/pivot";
import { isEmptyState } from "@/lib/empty-cells";
import { axisScale, METRICS, type Metric, type MetricName } from "@/lib/metrics";
import { withKind } from "@/lib/value-kind";
import { type ChartOption, type ChartSeries, type ChartView, WIDE_FROM } from "../definition";
import { axisTitle, baseOption, fitText, plainText, textTooltip, textWidth, xLook, yLook } from "../parts";
import { rampColour } from "../ramp";
import { type Behind, certaintyIn, countText, isSingle, type Span } from "../repeats-behind";
import { BAR, type ChartTheme, FONT_FAMILY, FONT_SIZE, LINE_WIDTH, seriesStyle } from "../theme";
import { certaintyMarks, openEnds } from "../whiskers";

export interface FactorBarsData {
  metric: MetricName;
  /** Names of rows and columns; null without such a factor. */
  rowLabel: string | null;
  columnLabel: string | null;
  rows: readonly (string | null)[];
  columns: readonly (string | null)[];
  /** The cells of one panel. */
  cells: readonly PivotCell[];
  /** Runs of entries whose newest result is worse than usual. */
  worseRuns?: readonly string[];
}

/** One line of the chart: the heading of a group, or the place of a cell. */
export type Line = { heading: string; cell: null } | { heading: null; cell: PivotCell };

const VALUE_ROOM = 132;
const NARROW_VALUE_ROOM = 104;
const TOP = 8;
const BOTTOM = 50;
const WIDE_ROW = 26;
const NARROW_ROW = 40;
const PALETTE_SIZE = 8;

const WORDS: Record<PivotCell["state"], string> = {
  measured: "measured",
  several: "different results",
  impossible: "impossible",
  failed: "failed",
  withheld: "withheld",
  not_measured: "not measured",
  not_published: "not published",
};

export function nameOf(cell: PivotCell): string {
  return cell.column ?? cell.row ?? "All";
}

/** Return groups of bars in the order of rows and columns, without unmeasured ones; one factor has no headings. */
export function linesOf({ rows, columns, cells }: FactorBarsData): Line[] {
  const headed = rows.some((row) => row !== null) && columns.some((column) => column !== null);
  return rows.flatMap((row): Line[] => {
    const group = cells.filter((cell) => cell.row === row);
    if (group.every(({ state }) => isEmptyState(state) || state === "impossible")) return [];
    return [
      ...(headed ? [{ heading: row ?? "", cell: null }] : []),
      ...group.map((cell): Line => ({ heading: null, cell })),
    ];
  });
}

/** Return a value with its known exactness, the ends of a range, or the reason for a missing value. */
export function cellText(cell: PivotCell, metric: Metric, digits = 3): string {
  if (cell.state !== "measured") return WORDS[cell.state];
  const format = (value: number | null) => metric.format(value, { digits });
  if (cell.value === null) return `${format(cell.low)} to ${format(cell.high)}`;
  const text = withKind(format(cell.value), cell.value_kind);
  return cell.n > 1 ? `${text} (n = ${cell.n})` : text;
}

export function factorBarsHeight(data: FactorBarsData, width: number): number {
  return TOP + BOTTOM + Math.max(linesOf(data).length, 3) * (width < WIDE_FROM ? NARROW_ROW : WIDE_ROW);
}

/** Numbers have the shades of one colour, in their order; other words have one colour each, as far as those go. */
function colours({ columns }: FactorBarsData, theme: ChartTheme): (column: string | null) => string {
  const isOrdered = columns.length > 1 && columns.every((column) => /^\d/.test(column ?? ""));
  return (column) => {
    const place = Math.max(columns.indexOf(column), 0);
    if (isOrdered) return rampColour(theme, place, columns.length);
    return seriesStyle(theme, columns.length > PALETTE_SIZE ? 0 : place).colour;
  };
}

function bars(data: FactorBarsData, lines: Line[], metric: Metric, theme: ChartTheme, width: number): BarSeriesOption {
  const colourOf = colours(data, theme);
  return {
    type: "bar",
    name: metric.label,
    barWidth: width,
    emphasis: { disabled: true },
    data: lines.map(({ cell }) => {
      if (cell?.state !== "measured" || cell.value === null) return "-";
      const colour = colourOf(cell.column);
      // Inexact figures are drawn hollow.
      const isSolid = cell.value_kind === "exact";
      return {
        value: cell.value,
        itemStyle: {
          color: isSolid ? colour : theme.background,
          borderColor: colour,
          borderWidth: LINE_WIDTH,
          borderRadius: [0, BAR.radius, BAR.radius, 0],
        },
      };
    }),
  };
}

/** From the end of a bar to its text, past the open circle of what is one run. */
const CIRCLE_ROOM = 9;

const pair = (low: number | null | undefined, high: number | null | undefined): Span | null =>
  low === null || low === undefined || high === null || high === undefined ? null : [low, high];

/** Return the repeats behind a bar; nothing where no cell of the chart has several runs. */
export function behindOf(cell: PivotCell, { metric, cells }: Pick<FactorBarsData, "metric" | "cells">): Behind {
  const isPooled = cells.some(({ state, value, n }) => state === "measured" && value !== null && n > 1);
  if (!isPooled || cell.state !== "measured" || cell.value === null) return {};
  const [span, interval] = [pair(cell.min, cell.max), pair(cell.ci95_low, cell.ci95_high)];
  return {
    n: cell.n,
    spans: span && cell.n > 1 ? { [metric]: span } : {},
    intervals: interval ? { [metric]: interval } : {},
  };
}

/** Return the distance that the marks of a line reach from the axis, in the unit of the metric. */
function reach(cell: PivotCell, data: FactorBarsData): number {
  if (cell.state !== "measured") return 0;
  const certainty = certaintyIn(behindOf(cell, data), data.metric);
  return Math.max(0, certainty?.ends[1] ?? 0, cell.value ?? cell.high ?? 0);
}

/** Whiskers and intervals over the runs behind the bars, and an open circle at the end of what is one run. */
function spread(data: FactorBarsData, lines: Line[], name: string, theme: ChartTheme): ChartSeries[] {
  const behind = lines.map(({ cell }) => (cell ? behindOf(cell, data) : {}));
  const points = behind.map(({ n, spans, intervals }, index) => ({
    place: index,
    n,
    span: spans?.[data.metric],
    interval: intervals?.[data.metric],
  }));
  const ends = lines.flatMap(({ cell }, index) =>
    cell && isSingle(behind[index] ?? {}) && cell.value !== null ? [[cell.value, index] as const] : [],
  );
  const look = { name, axis: 0, colour: theme.text, halo: theme.background, along: "x" as const };
  return [
    ...certaintyMarks({ ...look, points }),
    ...openEnds({ name, colour: theme.text, fill: theme.background, points: ends }),
  ];
}

/** Ranges as open boxes, and the text of every line behind its end. */
function marks(
  data: FactorBarsData,
  lines: Line[],
  metric: Metric,
  theme: ChartTheme,
  { barWidth, room }: { barWidth: number; room: number },
): CustomSeriesOption {
  const colourOf = colours(data, theme);
  const fittingText = (cell: PivotCell): string => {
    const text = cellText(cell, metric);
    const whole = isSingle(behindOf(cell, data)) ? `${text} (${countText(behindOf(cell, data))})` : text;
    // The number of runs also appears in the words and the table, so the value is not cut for it.
    const short = cellText({ ...cell, n: 1 }, metric);
    return [whole, text].find((candidate) => textWidth(candidate, FONT_SIZE.title) <= room) ?? short;
  };
  return {
    type: "custom",
    name: metric.label,
    silent: true,
    tooltip: { show: false },
    encode: { x: 0, y: 1 },
    data: lines.map(({ cell }, index) => [cell ? reach(cell, data) : 0, index]),
    renderItem: ({ dataIndex }, api) => {
      const cell = lines[dataIndex]?.cell;
      if (!cell) return { type: "group", children: [] };
      const at = (value: number): [number, number] => {
        const [x = 0, y = 0] = api.coord([value, dataIndex]);
        return [x, y];
      };
      const [end, y] = at(reach(cell, data));
      const { low, high } = cell;
      const isRange = cell.state === "measured" && cell.value === null && low !== null && high !== null;
      const box = isRange
        ? [
            {
              type: "rect" as const,
              shape: { x: at(low)[0], y: y - barWidth / 2, width: at(high)[0] - at(low)[0], height: barWidth },
              style: { fill: theme.background, stroke: colourOf(cell.column), lineWidth: LINE_WIDTH, lineDash: [4, 3] },
            },
          ]
        : [];
      const label = {
        type: "text" as const,
        x: end + CIRCLE_ROOM,
        y,
        style: {
          text: plainText(fitText(fittingText(cell), FONT_SIZE.title, room) || fittingText(cell)),
          fill: cell.state === "measured" ? theme.text : theme.dimmed,
          fontFamily: FONT_FAMILY,
          fontSize: FONT_SIZE.title,
          textVerticalAlign: "middle" as const,
        },
      };
      return { type: "group", children: [...box, label] };
    },
  };
}

function tooltipText(lines: Line[], metric: Metric) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const cell = lines[(Array.isArray(params) ? params[0] : params)?.dataIndex ?? -1]?.cell;
    if (!cell) return "";
    const place = [cell.panel, cell.row, cell.column].filter((part) => part !== null).join(", ");
    return `${plainText(place)}\n${metric.label}  ${cellText(cell, metric)}\n${cell.run_numbers.join(", ")}`;
  };
}

export function factorBarsOption(data: FactorBarsData, theme: ChartTheme, view: ChartView): ChartOption {
  const metric = METRICS[data.metric];
  const lines = linesOf(data);
  const cells = lines.flatMap(({ cell }) => cell ?? []);
  const narrow = view.width < WIDE_FROM;
  // A heading would run over the axis beside names that are only numbers.
  const names = lines.map(({ heading, cell }) => textWidth(heading ?? (cell ? nameOf(cell) : ""), FONT_SIZE.title));
  const nameRoom = narrow ? 0 : Math.min(Math.max(0, ...names), view.width * 0.3);
  const valueRoom = narrow ? NARROW_VALUE_ROOM : VALUE_ROOM;
  const plot = view.height - TOP - BOTTOM;
  const barWidth = Math.min(BAR.thickness, (plot / Math.max(lines.length, 1)) * 0.6);
  const scale = axisScale(metric, Math.max(0, ...cells.map((cell) => reach(cell, data))));
  const look = xLook(theme, { split: true });
  const upright = yLook(theme);
  const lineText = ({ heading, cell }: Line): string => {
    const room = narrow || heading !== null ? view.width - 24 : nameRoom;
    const text = plainText(fitText(heading ?? (cell ? nameOf(cell) : ""), FONT_SIZE.title, room));
    return heading === null ? `{name|${text}}` : `{heading|${text}}`;
  };
  return {
    ...baseOption(theme),
    grid: [{ left: nameRoom + 14, right: valueRoom, top: TOP, height: plot, outerBoundsMode: "none" }],
    xAxis: [
      {
        ...look,
        ...axisTitle(theme, scale.unit ? `${metric.label} (${scale.unit})` : metric.label),
        type: "value",
        min: 0,
        splitNumber: narrow ? 3 : 6,
        axisLabel: { ...look.axisLabel, formatter: scale.format },
      },
    ],
    yAxis: [
      {
        ...upright,
        type: "category",
        inverse: true,
        data: lines.map((_, index) => String(index)),
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: {
          interval: 0,
          inside: narrow,
          margin: narrow ? 2 : 8,
          color: theme.text,
          fontSize: FONT_SIZE.title,
          // On a narrow page the names are above their bars, which then have the whole width.
          ...(narrow ? { verticalAlign: "bottom" as const } : {}),
          formatter: (_: string, index: number) => lines.map(lineText)[index] ?? "",
          rich: {
            heading: {
              fontWeight: 600,
              fontSize: FONT_SIZE.title,
              color: theme.text,
              // As wide as the names and flush left, so that a long heading runs into its own empty line.
              ...(narrow ? { padding: [0, 0, -8, 0] } : { width: nameRoom, align: "left" as const }),
            },
            name: {
              fontSize: FONT_SIZE.title,
              color: theme.text,
              padding: narrow ? [0, 0, barWidth / 2 + 4, 0] : 0,
            },
          },
        },
        z: 5,
      },
    ],
    tooltip: textTooltip(theme, "item", tooltipText(lines, metric)),
    series: [
      bars(data, lines, metric, theme, barWidth),
      ...spread(data, lines, metric.label, theme),
      marks(data, lines, metric, theme, { barWidth, room: valueRoom - CIRCLE_ROOM - 2 }),
    ],
  };
}
