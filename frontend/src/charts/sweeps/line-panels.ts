/** Panels of lines beside and below each other: one metric each, over the same places. */
import type {
  CustomSeriesOption,
  LineSeriesOption,
  TooltipComponentFormatterCallbackParams,
  XAXisComponentOption,
} from "echarts";
import { axisScale, type Metric, type TimeMetric } from "@/lib/metrics";
import { withKind } from "@/lib/value-kind";
import { isMeasured, shownChange, type WithNumbers } from "../changes";
import { type ChartOption, type ChartSeries, type ChartView, WIDE_FROM } from "../definition";
import { endRoom, endSeries, hasNamedEnds, inSightOf } from "../ends";
import { logTicks } from "../log-ticks";
import {
  axisTitle,
  baseOption,
  fitText,
  lineLook,
  panelTitle,
  plainText,
  ringLook,
  splitAt,
  textTooltip,
  textWidth,
  xLook,
  yLook,
} from "../parts";
import { countText, isSingle } from "../repeats-behind";
import { type ChartTheme, FONT_SIZE, styleOf } from "../theme";
import { certaintyMarks } from "../whiskers";
import { kindOf, loadText, type SweepCurve, type SweepPoint } from "./points";
import { kindText } from "./words";

const LEFT = 52;
const RIGHT = 24;
const TITLE_ROOM = 30;
const AXIS_ROOM = 46;
const PANEL = 240;

/** Horizontal axis of a panel: places of equal width, or numbers. */
export type PanelAxis =
  | { type: "category"; title: string; labels: readonly string[] }
  | { type: "value"; title: string; min: number; max: number; format: (value: number) => string }
  | { type: "log2"; title: string; ticks: readonly number[] };

export interface LinePanel {
  metric: Metric;
  axis: PanelAxis;
  /** Position of a point: the index of its category, or its number; null if it has none in this panel. */
  x: (point: SweepPoint) => number | null;
  /** Name of a place in the tooltip. */
  place: (x: number) => string;
  /** Only points of the same part are joined; by default all are of one part. */
  part?: (point: SweepPoint) => unknown;
}

export interface LinePanels extends WithNumbers {
  panels: readonly LinePanel[];
  curves: readonly SweepCurve[];
  /** Panels beside each other on a wide page. */
  columns: number;
  /** Draws values on logarithmic axes; differences never are. */
  log?: boolean;
  /** Draws no intervals. */
  withoutIntervals?: boolean;
}

function rowCount({ panels, columns }: Pick<LinePanels, "panels" | "columns">, width: number): number {
  return Math.max(1, Math.ceil(panels.length / (width < WIDE_FROM ? 1 : columns)));
}

export function linePanelsHeight(data: Pick<LinePanels, "panels" | "columns">, width: number): number {
  const wide = width >= WIDE_FROM && data.panels.length === 1 ? 320 : PANEL + TITLE_ROOM + AXIS_ROOM;
  return rowCount(data, width) * wide;
}

/** A panel's points of one curve in order of their places. */
export function panelPoints(panel: LinePanel, curve: SweepCurve): { x: number; value: number; point: SweepPoint }[] {
  return curve.points
    .flatMap((point) => {
      const [x, value] = [panel.x(point), point.values[panel.metric.name] ?? null];
      return x === null || value === null ? [] : [{ x, value, point }];
    })
    .toSorted((a, b) => a.x - b.x);
}

/** A text that a value of a point is written as: `≤ 300k IOPS`, `31.2k (cut short)`. */
export const withPointKind = (text: string, kind: string): string =>
  withKind(text, kind === "cut_short" ? kindText(kind) : kind);

/** Drawn form of the points of a panel: their values, or their ratios to the baseline's. */
interface Shown {
  unit: TimeMetric["unit"];
  /** The title of its axis, given the unit of the scale. */
  title: (unit: string | null) => string;
  /** Null draws no point. */
  value: (point: SweepPoint) => number | null;
  text: (point: SweepPoint) => string;
  isExact: (point: SweepPoint) => boolean;
}

function shownOf(data: WithNumbers, metric: Metric): Shown {
  const { name, label, unit, format } = metric;
  const shown = shownChange(data, metric);
  if (!shown) {
    return {
      unit,
      title: (scaled) => (scaled ? `${label} (${scaled})` : label),
      value: ({ values }) => values[name] ?? null,
      text: (point) => withPointKind(format(point.values[name] ?? null), kindOf(point, name)),
      isExact: (point) => kindOf(point, name) === "exact",
    };
  }
  return {
    unit: shown.unit,
    title: () => shown.axis,
    value: ({ changes }) => shown.value(changes?.[name]),
    text: ({ changes }) => shown.text(changes?.[name]),
    isExact: ({ changes }) => !changes?.[name]?.approximate,
  };
}

type LineItem = (number | null)[] | { value: number[]; symbol?: string; symbolSize?: number; itemStyle: object };

function lineData(panel: LinePanel, curve: SweepCurve, shown: Shown, theme: ChartTheme): LineItem[] {
  const style = styleOf(theme, curve.look);
  const { itemStyle = {} } = lineLook({ ...style, hollow: true }, theme);
  const points = panelPoints(panel, curve);
  const itemOf = ({ x, point }: (typeof points)[number]): LineItem => {
    const value = shown.value(point);
    // A value that cannot be compared with the baseline is a gap.
    if (value === null) return [x, null];
    // A value that is not exact is a ring: a curve of one run is hollow throughout.
    if (!shown.isExact(point)) return { value: [x, value], ...ringLook(style, theme) };
    return isSingle(point) && !style.hollow ? { value: [x, value], itemStyle } : [x, value];
  };
  if (panel.axis.type !== "category") return points.map(itemOf);
  const items = new Map(points.map((point) => [point.x, itemOf(point)]));
  // A category without a measurement is a gap, and no line bridges it.
  return panel.axis.labels.map((_, x) => items.get(x) ?? [x, null]);
}

/** Build the series that shows the certainty of each point. */
function spanSeries(curve: SweepCurve, panel: LinePanel, index: number, theme: ChartTheme): CustomSeriesOption[] {
  const look = { name: curve.name, axis: index, colour: styleOf(theme, curve.look).colour };
  return certaintyMarks({
    ...look,
    points: panelPoints(panel, curve).map(({ x, point: { n, spans, intervals } }) => ({
      place: x,
      n,
      span: spans?.[panel.metric.name],
      interval: intervals?.[panel.metric.name],
    })),
  });
}

/** The curve in as many lines as it has parts, all of one name. */
function partsOf(curve: SweepCurve, panel: LinePanel): SweepCurve[] {
  const { part } = panel;
  if (!part) return [curve];
  const parts = [...new Set(curve.points.map(part))];
  return parts.map((own) => ({ ...curve, points: curve.points.filter((point) => part(point) === own) }));
}

function curveSeries(
  curve: SweepCurve,
  panel: LinePanel,
  index: number,
  shown: Shown,
  theme: ChartTheme,
): LineSeriesOption {
  return {
    ...lineLook(styleOf(theme, curve.look), theme),
    name: curve.name,
    xAxisIndex: index,
    yAxisIndex: index,
    showAllSymbol: true,
    connectNulls: false,
    clip: false,
    data: lineData(panel, curve, shown, theme),
  };
}

function xAxis(axis: PanelAxis, index: number, width: number, theme: ChartTheme): XAXisComponentOption {
  const look = xLook(theme);
  const shared = {
    ...look,
    ...axisTitle(theme, axis.title),
    gridIndex: index,
    axisPointer: { label: { show: false } },
  };
  if (axis.type === "value") {
    const { min, max, format } = axis;
    return { ...shared, type: "value", min, max, axisLabel: { ...look.axisLabel, formatter: format } };
  }
  if (axis.type === "log2") {
    const ticks = [...axis.ticks];
    return {
      ...shared,
      type: "log",
      logBase: 2,
      min: Math.min(...ticks, 1024) * 0.75,
      max: Math.max(...ticks, 1) * 1.33,
      axisLabel: { ...look.axisLabel, customValues: ticks, formatter: (value: number) => String(value) },
      axisTick: { show: false, customValues: ticks },
      splitLine: { ...look.splitLine, showMinLine: false, showMaxLine: false },
    };
  }
  const widest = Math.max(0, ...axis.labels.map((label) => textWidth(label, FONT_SIZE.label)));
  const room = width / Math.max(axis.labels.length, 1);
  return {
    ...shared,
    type: "category",
    data: [...axis.labels],
    splitLine: { show: false },
    // As many labels as have room; the tooltip and the table name all places.
    axisLabel: { ...look.axisLabel, interval: Math.max(0, Math.ceil((widest + 6) / room) - 1) },
  };
}

function tooltipText({ panels, curves, numbers }: LinePanels) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hits = Array.isArray(params) ? params : [params];
    const hit = hits[0] as { axisIndex?: number; data?: unknown } | undefined;
    const drawn = Array.isArray(hit?.data) ? hit.data : (hit?.data as { value?: unknown } | undefined)?.value;
    const x: unknown = Array.isArray(drawn) ? drawn[0] : null;
    if (typeof x !== "number") return "";
    // As small multiples every curve has these panels again.
    const panel = panels[(hit?.axisIndex ?? 0) % Math.max(panels.length, 1)];
    if (!panel) return "";
    const lines = curves.flatMap((curve) => {
      const values = panels
        .filter((other) => other.axis === panel.axis)
        .flatMap((other) => {
          const shown = shownOf({ numbers }, other.metric);
          const entries = curve.points.flatMap((point) => {
            const value = point.values[other.metric.name] ?? null;
            return other.x(point) === x && value !== null
              ? [{ text: shown.text(point), load: loadText(point), of: countText(point) }]
              : [];
          });
          // Several loads may have equally much outstanding.
          return entries.map(({ text, load, of }) =>
            [other.metric.label, text, entries.length > 1 && load ? `at ${load}` : "", of ? `(${of})` : ""]
              .filter(Boolean)
              .join(" "),
          );
        });
      return values.length > 0 ? [`${plainText(curve.name)}  ${values.join(", ")}`] : [];
    });
    return [panel.place(x), ...lines].join("\n");
  };
}

/** The names of the curves at their ends in a panel. */
function endsOf(data: LinePanels, index: number, room: number, theme: ChartTheme, view: ChartView): ChartSeries[] {
  const panel = data.panels[index];
  if (!panel) return [];
  const { value } = shownOf(data, panel.metric);
  const lines = inSightOf(data.curves, view).map((curve) => {
    const points = panelPoints(panel, curve);
    return {
      name: curve.name,
      style: styleOf(theme, curve.look),
      x: points.map(({ x }) => x),
      y: points.map(({ point }) => value(point)),
    };
  });
  return endSeries({ lines, axis: index, room }, theme);
}

/** The vertical axis of a panel. */
function valueAxis(data: LinePanels, panel: LinePanel, theme: ChartTheme) {
  const shown = shownOf(data, panel.metric);
  const values = data.curves.flatMap((curve) => panelPoints(panel, curve).map(({ point }) => shown.value(point) ?? 0));
  const scale = axisScale(shown, Math.max(0, ...values));
  const look = yLook(theme);
  const axisLabel = { ...look.axisLabel, formatter: scale.format };
  const title = shown.title(scale.unit);
  const positive = values.filter((value) => value > 0);
  if (!data.log || isMeasured(data) || positive.length === 0) {
    // Differences go to both sides of zero.
    return { ...look, title, type: "value" as const, axisLabel, ...(data.numbers === "relative" ? {} : { min: 0 }) };
  }
  const min = Math.min(...positive) * 0.8;
  const max = Math.max(min * 2, Math.max(...positive) * 1.25);
  const customValues = logTicks(min, max);
  return {
    ...look,
    title,
    type: "log" as const,
    min,
    max,
    axisLabel: { ...axisLabel, customValues },
    axisTick: { show: false, customValues },
    splitLine: splitAt(look.splitLine, customValues),
  };
}

export function linePanelsOption(data: LinePanels, theme: ChartTheme, view: ChartView): ChartOption {
  const { panels, curves } = data;
  const columns = view.width < WIDE_FROM ? 1 : Math.min(data.columns, Math.max(panels.length, 1));
  const cellWidth = view.width / columns;
  const cellHeight = view.height / rowCount(data, view.width);
  const named = hasNamedEnds(curves.length, view);
  const right = named
    ? endRoom(
        curves.map(({ name }) => name),
        cellWidth,
      )
    : RIGHT;
  const width = cellWidth - LEFT - right;
  const linked = panels.every(({ axis }) => axis === panels[0]?.axis);
  return {
    ...baseOption(theme),
    grid: panels.map((_, index) => ({
      left: (index % columns) * cellWidth + LEFT,
      top: Math.floor(index / columns) * cellHeight + TITLE_ROOM,
      width,
      height: cellHeight - TITLE_ROOM - AXIS_ROOM,
      outerBoundsMode: "none",
    })),
    xAxis: panels.map(({ axis }, index) => xAxis(axis, index, width, theme)),
    yAxis: panels.map((panel, index) => {
      const { title, ...axis } = valueAxis(data, panel, theme);
      return {
        ...axis,
        ...panelTitle(theme, fitText(title, FONT_SIZE.title, cellWidth - RIGHT), { gap: 12, indent: LEFT - 4 }),
        gridIndex: index,
        axisPointer: { show: false },
      };
    }),
    ...(linked ? { axisPointer: { link: [{ xAxisIndex: "all" as const }] } } : {}),
    tooltip: textTooltip(theme, "axis", tooltipText(data)),
    series: panels.flatMap((panel, index) => [
      ...curves.flatMap((curve): ChartSeries[] => [
        ...partsOf(curve, panel).map((part) => curveSeries(part, panel, index, shownOf(data, panel.metric), theme)),
        // Nothing is known of the interval of a ratio of medians.
        ...(isMeasured(data) || data.withoutIntervals ? [] : spanSeries(curve, panel, index, theme)),
      ]),
      ...(named ? endsOf(data, index, right, theme, view) : []),
    ]),
  };
}
