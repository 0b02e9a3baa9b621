/** Outcomes of the runs of each night: bars of those that were steady, not steady, failed and not judged. */
import type { TooltipComponentFormatterCallbackParams } from "echarts";
import type { ChartDefinition, ChartOption, ChartView, LegendItem } from "../definition";
import { dayName, dayStart } from "../nights/lines";
import { textColumn } from "../nights/table";
import { words } from "../nights/words";
import { baseOption, textTooltip, textWidth, xLook, yLook } from "../parts";
import { type ChartTheme, FONT_SIZE, type SeriesStyle, STROKES, seriesStyle } from "../theme";
import { panel } from "./panel";

/** From the axis up. */
export const OUTCOMES = ["steady", "not_steady", "failed", "other"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface VerdictsData {
  runs: readonly { run: string; at: string; outcome: Outcome }[];
}

interface Night {
  day: number;
  counts: Record<Outcome, number>;
}

const LEFT = 34;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 28;
const HEIGHT = 260;
/** The narrowest bar with its gap, in px. */
const MIN_BAR = 9;

/** Nights with a run, oldest first. */
export function verdictNights({ runs }: VerdictsData): Night[] {
  const days = [...new Set(runs.map(({ at }) => dayStart(at)))].toSorted((a, b) => a - b);
  const countOf = (day: number, outcome: Outcome) =>
    runs.filter((run) => run.outcome === outcome && dayStart(run.at) === day).length;
  return days.map((day) => ({
    day,
    counts: {
      steady: countOf(day, "steady"),
      not_steady: countOf(day, "not_steady"),
      failed: countOf(day, "failed"),
      other: countOf(day, "other"),
    },
  }));
}

function colourOf(outcome: Outcome, theme: ChartTheme): string {
  const colours = { steady: theme.steady, not_steady: theme.target, failed: theme.limit, other: theme.ghost };
  return colours[outcome];
}

const seenIn = ({ runs }: VerdictsData): Outcome[] =>
  OUTCOMES.filter((outcome) => runs.some((run) => run.outcome === outcome));

const countsText = ({ counts }: Night): string[] =>
  OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) =>
    words.outcomeCount(counts[outcome], words.outcomes[outcome]),
  );

function verdictsOption(data: VerdictsData, theme: ChartTheme, view: ChartView): ChartOption {
  const plot = view.width - LEFT - RIGHT;
  const nights = verdictNights(data).slice(-Math.max(1, Math.floor(plot / MIN_BAR)));
  const look = xLook(theme);
  const names = nights.map(({ day }) => dayName(day));
  const widest = Math.max(0, ...names.map((name) => textWidth(name, FONT_SIZE.label)));
  const upright = yLook(theme);
  return {
    ...baseOption(theme),
    grid: [{ left: LEFT, right: RIGHT, top: TOP, height: view.height - TOP - BOTTOM, outerBoundsMode: "none" }],
    xAxis: [
      {
        ...look,
        type: "category",
        data: names,
        axisLabel: {
          ...look.axisLabel,
          interval: Math.max(0, Math.ceil((widest + 6) / (plot / Math.max(names.length, 1))) - 1),
        },
        axisPointer: { label: { show: false } },
      },
    ],
    yAxis: [{ ...upright, type: "value", min: 0, minInterval: 1, axisPointer: { show: false } }],
    tooltip: textTooltip(theme, "axis", (params: TooltipComponentFormatterCallbackParams) => {
      const night = nights[(Array.isArray(params) ? params[0] : params)?.dataIndex ?? -1];
      return night ? [words.onNight(dayName(night.day)), ...countsText(night)].join("\n") : "";
    }),
    series: seenIn(data)
      .filter((outcome) => !view.hidden?.has(words.outcomes[outcome]))
      .map((outcome) => ({
        type: "bar" as const,
        name: words.outcomes[outcome],
        stack: "runs",
        barWidth: "62%",
        emphasis: { disabled: true },
        itemStyle: {
          color: colourOf(outcome, theme),
          borderColor: theme.background,
          borderWidth: STROKES.border,
        },
        data: nights.map(({ counts }) => counts[outcome] || "-"),
      })),
  };
}

function describe(data: VerdictsData): string {
  if (data.runs.length === 0) return words.none;
  const nights = verdictNights(data);
  const whole = OUTCOMES.flatMap((outcome) => {
    const count = nights.reduce((sum, { counts }) => sum + counts[outcome], 0);
    return count > 0 ? [words.outcomeCount(count, words.outcomes[outcome])] : [];
  });
  return words.verdictsOf(nights.length, whole.join(", "));
}

export const nightVerdicts: ChartDefinition<VerdictsData> = {
  id: "night-verdicts",
  title: panel.name,
  height: () => HEIGHT,
  option: verdictsOption,
  legend: (data, theme) =>
    seenIn(data).map((outcome): LegendItem => {
      const style: SeriesStyle = { ...seriesStyle(theme, 0), colour: colourOf(outcome, theme), dash: [] };
      return { name: words.outcomes[outcome], kind: "area", style, symbol: false };
    }),
  describe,
  caption: (data) => (data.runs.length > 0 ? "" : words.none),
  table: (data) => ({
    caption: [panel.name, words.perNight].join(", "),
    columns: [textColumn(words.columns.night), ...OUTCOMES.map((outcome) => textColumn(words.outcomes[outcome]))],
    rows: verdictNights(data).map(({ day, counts }) => [
      new Date(day).toISOString().slice(0, 10),
      ...OUTCOMES.map((outcome) => counts[outcome]),
    ]),
  }),
  zoomable: false,
};
