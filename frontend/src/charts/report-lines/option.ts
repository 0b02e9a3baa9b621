/** Lines of a report: rounds, time, block sizes or loads, with what a measurement window is judged by. */
import type { LineSeriesOption, TooltipComponentFormatterCallbackParams, XAXisComponentOption } from "echarts";
import { type ChartOption, type ChartView, WIDE_FROM } from "../definition";
import { endRoom, endSeries, hasNamedEnds, inSightOf, type LabelledLine } from "../ends";
import { axisTitle, baseOption, lineLook, panelTitle, plainText, textTooltip, xLook, yLook } from "../parts";
import type { LinesPanel, ReportAxis } from "../report/panels";
import { axisText, timeInterval, valueText } from "../report/units";
import { type ChartTheme, type SeriesStyle, seriesStyle } from "../theme";

export const AVERAGE_NAME = "Mean of the window";
export const LIMIT_NAME = "110 % and 90 % of the mean";
export const FIT_NAME = "Best linear fit";

const LABEL_ROOM = 52;
const RIGHT = 24;
const TOP = 34;
const BOTTOM = 46;
/** More points than these are drawn without symbols. */
export const SYMBOLS_UP_TO = 60;

const drawable = ({ base }: ReportAxis, value: number | null): value is number =>
  value !== null && (base === null || value > 0);

/** Return the point at a place; a logarithmic axis has none for zero. */
const pointOf = ({ x, y }: LinesPanel, place: number, value: number | null): number | "-" =>
  drawable(x, place) && drawable(y, value) ? value : "-";

/** The look of each mark, as the legend shows it too. */
export function markStyles(theme: ChartTheme): { name: string; style: SeriesStyle }[] {
  return [
    { name: AVERAGE_NAME, style: { ...seriesStyle(theme, 3), dash: [8, 3, 2, 3] } },
    { name: LIMIT_NAME, style: { ...seriesStyle(theme, 2), dash: [2, 3] } },
    { name: FIT_NAME, style: { ...seriesStyle(theme, 1), dash: [7, 4] } },
  ];
}

function markSeries({ marks }: LinesPanel, theme: ChartTheme): LineSeriesOption[] {
  if (!marks) return [];
  const { first, last } = marks;
  const styles = new Map(markStyles(theme).map(({ name, style }) => [name, style]));
  const segment = (name: string, points: [number, number][]): LineSeriesOption => ({
    ...lineLook(styles.get(name) ?? seriesStyle(theme, 0), theme),
    name,
    symbol: "none",
    silent: true,
    data: points,
  });
  const across = (value: number): [number, number][] => [
    [first, value],
    [last, value],
  ];
  return [
    segment(AVERAGE_NAME, across(marks.mean)),
    segment(LIMIT_NAME, across(marks.high)),
    segment(LIMIT_NAME, across(marks.low)),
    segment(FIT_NAME, [
      [first, marks.fit_first],
      [last, marks.fit_last],
    ]),
  ];
}

/** The names of the lines at their ends. */
function endLines(data: LinesPanel, theme: ChartTheme, view: ChartView): LabelledLine[] {
  const styled = data.lines.map((line, index) => ({ ...line, style: seriesStyle(theme, index) }));
  return inSightOf(styled, view).map(({ name, style, x, y }) => ({
    name,
    style,
    x,
    y: x.map((at, place) => {
      const value = pointOf(data, at, y[place] ?? null);
      return value === "-" ? null : value;
    }),
  }));
}

function tooltipText(data: LinesPanel) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hits = Array.isArray(params) ? params : [params];
    const names = new Set(data.lines.map(({ name }) => name));
    const shown = hits.filter(({ seriesName }) => names.has(seriesName ?? ""));
    const [first] = shown;
    const x = Array.isArray(first?.data) ? first.data[0] : null;
    if (typeof x !== "number") return "";
    const head = data.x.unit === "bytes" && data.x.base === 2 ? axisText(data.x, x).tick(x) : valueText(data.x.unit, x);
    const lines = shown.map(({ seriesName, data: point }) => {
      const y = Array.isArray(point) && typeof point[1] === "number" ? point[1] : null;
      return `${plainText(seriesName ?? "")}  ${valueText(data.y.unit, y, 4)}`;
    });
    return [`${data.x.label}  ${head}`, ...lines].join("\n");
  };
}

/** Whole steps of a logarithmic axis between two values. */
function powers(base: number, lowest: number, highest: number): number[] {
  const step = (value: number) => Math.log(value) / Math.log(base);
  const first = Math.ceil(step(lowest) - 1e-9);
  const count = Math.floor(step(highest) + 1e-9) - first + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, index) => base ** (first + index));
}

function xAxis(data: LinesPanel, theme: ChartTheme, view: ChartView): XAXisComponentOption {
  const { x } = data;
  const look = xLook(theme);
  const places = data.lines.flatMap((line) => line.x).filter((at) => drawable(x, at));
  const [lowest, highest] = [Math.min(...places, Number.POSITIVE_INFINITY), Math.max(...places, 0)];
  const text = axisText(x, highest);
  const ticks = Math.max(Math.floor(view.width / 70), 3);
  const shared = {
    ...look,
    ...axisTitle(theme, text.title),
    axisPointer: { label: { show: false } },
    splitNumber: ticks,
  };
  if (x.unit === "round") {
    return {
      ...shared,
      type: "value",
      min: (Number.isFinite(lowest) ? lowest : 1) - 0.5,
      max: Math.max(highest, 1) + 0.5,
      minInterval: 1,
      splitNumber: Math.min(Math.max(highest - lowest + 1, 1), ticks),
      splitLine: { show: false },
      axisTick: { show: false },
      axisLabel: { ...look.axisLabel, formatter: (value: number) => (Number.isInteger(value) ? String(value) : "") },
    };
  }
  if (x.base !== null) {
    const customValues = powers(x.base, lowest, highest);
    return {
      ...shared,
      type: "log",
      logBase: x.base,
      min: lowest * (x.base === 2 ? 0.75 : 0.9),
      max: highest * (x.base === 2 ? 1.3 : 1.1),
      axisTick: { show: false, customValues },
      axisLabel: { ...look.axisLabel, customValues, formatter: text.tick },
      splitLine: { ...look.splitLine, showMinLine: false, showMaxLine: false },
    };
  }
  const step = timeInterval(highest, ticks);
  // The axis ends at a whole step: its end would be written beside the last one.
  const interval = x.unit === "s" ? { interval: step, max: Math.ceil(highest / step) * step } : {};
  return { ...shared, ...interval, type: "value", min: 0, axisLabel: { ...look.axisLabel, formatter: text.tick } };
}

export function linesOption(data: LinesPanel, theme: ChartTheme, view: ChartView): ChartOption {
  const values = data.lines.flatMap(({ y }) => y).filter((y): y is number => drawable(data.y, y));
  const text = axisText(data.y, Math.max(...values, 0));
  const named = hasNamedEnds(data.lines.length, view);
  const right = named
    ? endRoom(
        data.lines.map(({ name }) => name),
        view.width,
      )
    : RIGHT;
  const upright = yLook(theme);
  const many = data.lines.some(({ x }) => x.length > SYMBOLS_UP_TO);
  const log = data.y.base !== null;
  // A curve over IOPS goes back and forth: there each point answers for itself.
  const trigger = data.x.unit === "1/s" ? "item" : "axis";
  return {
    ...baseOption(theme),
    grid: [{ left: LABEL_ROOM, right, top: TOP, height: view.height - TOP - BOTTOM, outerBoundsMode: "none" }],
    xAxis: [xAxis(data, theme, view)],
    yAxis: [
      {
        ...upright,
        ...panelTitle(theme, text.title, { gap: 12, indent: LABEL_ROOM - 4 }),
        ...(log ? { type: "log" as const, logBase: 10 } : { type: "value" as const }),
        // The few percent of a window would be a flat line on an axis that begins at zero; the description mentions it.
        ...(log ? {} : data.marks ? { scale: true } : { min: 0 }),
        axisLabel: { ...upright.axisLabel, formatter: text.tick },
        axisPointer: { show: false },
      },
    ],
    tooltip: textTooltip(theme, trigger, tooltipText(data)),
    series: [
      ...data.lines.map(
        (line, index): LineSeriesOption => ({
          ...lineLook(seriesStyle(theme, index), theme),
          name: line.name,
          showSymbol: !many,
          showAllSymbol: !many,
          ...(many && view.width < WIDE_FROM ? { sampling: "minmax" as const } : {}),
          z: 4,
          data: line.x.map((x, place) => [x, pointOf(data, x, line.y[place] ?? null)]),
        }),
      ),
      ...markSeries(data, theme),
      ...(named ? endSeries({ lines: endLines(data, theme, view), axis: 0, room: right }, theme) : []),
    ],
  };
}
