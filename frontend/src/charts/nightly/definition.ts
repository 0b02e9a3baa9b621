/** A metric of each run over the date on which it began: a line for each configuration, worse runs and unsteady ones marked. */
import type { LineSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { axisScale, METRICS } from "@/lib/metrics";
import { calendarAxis } from "../calendar-axis";
import { isMeasured } from "../changes";
import type { ChartDefinition, ChartOption, ChartView, LegendItem } from "../definition";
import { endRoom, endSeries, hasNamedEnds, inSightOf } from "../ends";
import { logTicks } from "../log-ticks";
import {
  dayName,
  dayStart,
  firmwareMarks,
  firmwareText,
  type JudgedLine,
  type JudgedRun,
  judgedLines,
  type NightsData,
  shownLabel,
  shownText,
  shownValue,
  worseSentence,
} from "../nights/lines";
import { nightsTable } from "../nights/table";
import { words } from "../nights/words";
import { baseOption, lineLook, panelTitle, plainText, splitAt, textTooltip, yLook } from "../parts";
import { type ChartTheme, FONT_SIZE, LINE_WIDTH, STROKES, seriesStyle, styleOf } from "../theme";
import { panel } from "./panel";

const LEFT = 52;
const RIGHT = 24;
const TOP = 30;
const BOTTOM = 28;
const HEIGHT = 320;
/** Px across. */
const MARK = 9;
/** Shares of the whole time before the first and after the last run. */
const MARGIN = 0.02;
const MIN_SPAN_MS = 3_600_000;
/** More lines than these are described by what is worse alone. */
const DESCRIBED = 3;

/** Lines with a point in the chosen numbers. */
function drawnLines(data: NightsData): JudgedLine[] {
  return judgedLines(data).filter(({ usual }) => !isMeasured(data) || usual !== null);
}

/** Return the mark of a run: worse takes precedence over not steady. */
function markOf({ isWorse, verdict }: JudgedRun, theme: ChartTheme): object {
  if (isWorse) return { symbol: "diamond", symbolSize: MARK, itemStyle: { color: theme.limit, borderWidth: 0 } };
  if (verdict !== "not_steady") return {};
  const itemStyle = { color: theme.background, borderColor: theme.target, borderWidth: LINE_WIDTH };
  return { symbol: "triangle", symbolSize: MARK, itemStyle };
}

const pointsOf = (line: JudgedLine, data: NightsData) =>
  line.runs.flatMap((run) => {
    const value = shownValue(data, line.usual, run.value);
    return value === null ? [] : [{ run, at: Date.parse(run.at), value }];
  });

/** The band of what is usual: of one line its own, of changes that of all lines. */
function usualBand(lines: readonly JudgedLine[], data: NightsData): readonly [low: number, high: number] | null {
  if (lines.length > 1 && !isMeasured(data)) return null;
  const ends = lines.flatMap(({ usual }) =>
    usual ? [usual.low, usual.high].map((value) => shownValue(data, usual, value) ?? value) : [],
  );
  return ends.length > 0 ? [Math.min(...ends), Math.max(...ends)] : null;
}

function bandArea(lines: readonly JudgedLine[], data: NightsData, theme: ChartTheme): LineSeriesOption["markArea"] {
  const band = usualBand(lines, data);
  if (!band) return {};
  const label = {
    show: true,
    position: "insideTopLeft" as const,
    // Above the band, where fewer points are.
    offset: [4, -16],
    color: theme.steady,
    fontSize: FONT_SIZE.label,
    formatter: words.usual,
  };
  return { silent: true, itemStyle: { color: theme.window }, label, data: [[{ yAxis: band[0] }, { yAxis: band[1] }]] };
}

function valueAxis(lines: readonly JudgedLine[], data: NightsData, theme: ChartTheme) {
  const values = lines.flatMap((line) => pointsOf(line, data).map(({ value }) => value));
  const unit = data.numbers === "relative" ? "percent" : data.numbers === "ratio" ? "1" : METRICS[data.metric].unit;
  const scale = axisScale({ unit }, Math.max(0, ...values));
  const look = yLook(theme);
  const label = shownLabel(data);
  const axis = {
    ...look,
    ...panelTitle(theme, scale.unit && !isMeasured(data) ? `${label} (${scale.unit})` : label, {
      gap: 12,
      indent: LEFT - 4,
    }),
    axisLabel: { ...look.axisLabel, formatter: scale.format },
    axisPointer: { show: false },
  };
  const positive = values.filter((value) => value > 0);
  if (!data.log || isMeasured(data) || positive.length === 0) {
    // Nights differ by a few percent, which an axis from zero would hide.
    return { ...axis, type: "value" as const, scale: true, boundaryGap: ["8%", "8%"] as [string, string] };
  }
  const min = Math.min(...positive) * 0.8;
  const max = Math.max(min * 2, Math.max(...positive) * 1.25);
  const customValues = logTicks(min, max);
  return {
    ...axis,
    type: "log" as const,
    min,
    max,
    axisLabel: { ...axis.axisLabel, customValues },
    axisTick: { show: false, customValues },
    splitLine: splitAt(look.splitLine, customValues),
  };
}

/** All that began on the day of a point. */
function tooltipText(lines: readonly JudgedLine[], data: NightsData) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hit = Array.isArray(params) ? params[0] : params;
    const pair = (hit?.data as { value?: unknown } | undefined)?.value;
    if (!Array.isArray(pair)) return "";
    const day = dayStart(new Date(Number(pair[0])).toISOString());
    const rows = lines.flatMap((line) =>
      pointsOf(line, data)
        .filter(({ run }) => dayStart(run.at) === day)
        .map(({ run, value }) => {
          const more = [
            run.run,
            run.verdict === "not_steady" ? words.notSteady : "",
            run.isWorse ? words.worse : "",
            run.firmware ? firmwareText(run.firmware) : "",
          ].filter(Boolean);
          return `${plainText(line.name)}  ${shownText(data, value)} (${more.join(", ")})`;
        }),
    );
    return [words.onNight(dayName(day)), ...rows].join("\n");
  };
}

/** Upright lines where firmware changed, with its text above the plot. */
function firmwareLines(lines: readonly JudgedLine[], theme: ChartTheme): LineSeriesOption["markLine"] {
  return {
    silent: true,
    animation: false,
    symbol: "none",
    lineStyle: { color: theme.text, type: "solid", width: STROKES.event },
    data: firmwareMarks(lines).map(({ at, text }) => ({
      xAxis: at,
      label: {
        show: true,
        position: "end" as const,
        color: theme.text,
        fontSize: FONT_SIZE.label,
        fontWeight: 600,
        formatter: () => plainText(text),
      },
    })),
  };
}

/** From a little before the first run to a little after the last. */
function timeSpan(lines: readonly JudgedLine[]): readonly [number, number] {
  const moments = lines.flatMap(({ runs }) => runs.map(({ at }) => Date.parse(at)));
  const [first, last] = moments.length > 0 ? [Math.min(...moments), Math.max(...moments)] : [0, MIN_SPAN_MS];
  const margin = first === last ? MIN_SPAN_MS : (last - first) * MARGIN;
  return [first - margin, last + margin];
}

function nightlyOption(data: NightsData, theme: ChartTheme, view: ChartView): ChartOption {
  const lines = inSightOf(drawnLines(data), view);
  const names = lines.map(({ name }) => name);
  const isNamed = hasNamedEnds(lines.length, view);
  const right = isNamed ? endRoom(names, view.width) : RIGHT;
  const ends = lines.map((line) => {
    const points = pointsOf(line, data);
    const style = styleOf(theme, line.look);
    return { name: line.name, style, x: points.map(({ at }) => at), y: points.map(({ value }) => value) };
  });
  return {
    ...baseOption(theme),
    useUTC: true,
    grid: [{ left: LEFT, right, top: TOP, height: view.height - TOP - BOTTOM, outerBoundsMode: "none" }],
    xAxis: [calendarAxis(theme, timeSpan(lines))],
    yAxis: [valueAxis(lines, data, theme)],
    tooltip: textTooltip(theme, "axis", tooltipText(lines, data)),
    series: [
      ...lines.map((line, place) => ({
        ...lineLook(styleOf(theme, line.look), theme),
        name: line.name,
        showAllSymbol: true,
        data: pointsOf(line, data).map(({ run, at, value }) => ({ value: [at, value], ...markOf(run, theme) })),
        ...(place === 0 ? { markArea: bandArea(lines, data, theme), markLine: firmwareLines(lines, theme) } : {}),
      })),
      ...(isNamed ? endSeries({ lines: ends, axis: 0, room: right }, theme) : []),
    ],
  };
}

function describe(data: NightsData): string {
  const lines = drawnLines(data);
  if (lines.length === 0) return words.none;
  const { format } = METRICS[data.metric];
  const courses = lines.map(({ name, runs, newest }) =>
    words.ends(name, format(runs[0]?.value ?? null), format(newest.value), runs.length),
  );
  const count = words.count(
    lines.length,
    lines.reduce((sum, { runs }) => sum + runs.length, 0),
  );
  const changed = lines.flatMap(({ runs }) =>
    runs.flatMap(({ at, firmware }) =>
      firmware ? [words.firmwareOn(dayName(dayStart(at)), firmwareText(firmware))] : [],
    ),
  );
  return [lines.length > DESCRIBED ? count : courses.join(" "), ...new Set(changed), worseSentence(lines)]
    .filter(Boolean)
    .join(" ");
}

function legend(data: NightsData, theme: ChartTheme): LegendItem[] {
  const lines = drawnLines(data);
  const runs = lines.flatMap((line) => line.runs);
  const mark = (name: string, colour: string, symbol: "diamond" | "triangle", hollow: boolean): LegendItem => ({
    name,
    kind: "line",
    style: { ...seriesStyle(theme, 0), colour, symbol, hollow, dash: [] },
    symbol: true,
  });
  return [
    ...lines.map(({ name, look }): LegendItem => ({ name, kind: "line", style: styleOf(theme, look), symbol: true })),
    ...(runs.some(({ isWorse }) => isWorse) ? [mark(words.worse, theme.limit, "diamond", false)] : []),
    ...(runs.some(({ verdict }) => verdict === "not_steady")
      ? [mark(words.notSteady, theme.target, "triangle", true)]
      : []),
  ];
}

export const nightly: ChartDefinition<NightsData> = {
  id: "nightly",
  title: panel.title(METRICS.iops),
  height: () => HEIGHT,
  option: nightlyOption,
  subtitle: ({ workload }) => workload,
  legend,
  describe,
  caption: (data) => (drawnLines(data).length > 0 ? "" : words.none),
  endNames: (data) => drawnLines(data).map(({ name }) => name),
  table: nightsTable,
  zoomable: false,
};
