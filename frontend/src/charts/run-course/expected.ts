/** The course that a profile is expected to have: that of an earlier run, preparation apart from what is measured. */
import { METRICS } from "@/lib/metrics";
import type { ChartDefinition, ChartSeries } from "../definition";
import { ENDS_ID } from "../ends";
import { DRAWN, heightAt } from "../heights";
import { fade } from "../parts";
import { type ChartTheme, FONT_SIZE } from "../theme";
import { runCourse } from "./definition";
import { coursePanel, type RunCourseData, runCourseOption } from "./option";

export interface ExpectedCourseData extends RunCourseData {
  /** Stretches of preparation, from and to in ms. */
  preparation: readonly (readonly [from: number, to: number])[];
}

/** Left and right margins of the plot, so that a bar below can align with it. */
export const EXPECTED_PLOT = { left: 46, right: 22 } as const;
const OWN_LINE = "line-0";
const LONE_POINTS = "lone-line-0";
const END_LABEL = 6;
/** The value at the end is written above everything in this share of the time before it. */
const END_SHARE = 0.06;

/** The same as the course of a run, with the line and its area in two colors. */
export const expectedCourse: ChartDefinition<ExpectedCourseData> = {
  ...runCourse,
  toggle: undefined,
  id: "expected-course",
  height: (_, width) => heightAt(DRAWN.expectedCourse, width),
  option: (data, theme, view) => {
    const base = runCourseOption(data, theme, view);
    // The line of the run stays for the pointer and the tooltip.
    const retained = base.series
      .filter(({ id }) => !String(id).startsWith(ENDS_ID))
      .map((entry) => (entry.id === OWN_LINE ? { ...entry, lineStyle: { opacity: 0 }, areaStyle: undefined } : entry))
      .map((entry) => (entry.id === LONE_POINTS ? { ...entry, data: colouredPoints(entry.data, data, theme) } : entry));
    return {
      ...base,
      grid: base.grid.map((grid) => ({ ...grid, ...EXPECTED_PLOT })),
      series: [...retained, ...twoLines(data, theme)] as ChartSeries[],
    };
  },
};

const isIn = ({ preparation }: ExpectedCourseData, moment: number): boolean =>
  preparation.some(([from, to]) => moment >= from && moment < to);

/** Readings alone between gaps, which no line leads to. */
function colouredPoints(points: ChartSeries["data"], data: ExpectedCourseData, theme: ChartTheme) {
  return ((points ?? []) as [number, number][]).map((value) => ({
    value,
    itemStyle: { color: isIn(data, value[0]) ? theme.prep : theme.subject },
  }));
}

function twoLines(data: ExpectedCourseData, theme: ChartTheme): ChartSeries[] {
  const [curve] = coursePanel(data).curves;
  if (!curve) return [];
  const isPrepared = (moment: number) => isIn(data, moment);
  const line = (id: string, colour: string, isOwn: (moment: number) => boolean): ChartSeries => ({
    type: "line",
    id,
    name: data.name,
    silent: true,
    z: 3,
    showSymbol: false,
    tooltip: { show: false },
    emphasis: { disabled: true },
    lineStyle: { color: colour, width: 1.9 },
    areaStyle: { color: fade(colour), origin: "start" },
    data: [...curve.t].map((moment, place) => {
      const value = curve.value[place] ?? Number.NaN;
      return [moment, isOwn(moment) && !Number.isNaN(value) ? value : null];
    }),
  });
  return [
    line("expected-preparation", theme.prep, isPrepared),
    line("expected-result", theme.subject, (moment) => !isPrepared(moment)),
    ...lastValue(curve, theme, data.name),
  ];
}

/** The value at the end of the line, above it. */
function lastValue(
  { t, value }: { t: Float64Array; value: Float64Array },
  theme: ChartTheme,
  name: string,
): ChartSeries[] {
  const place = value.findLastIndex((reading) => !Number.isNaN(reading));
  if (place < 0) return [];
  const end = t[place] ?? 0;
  const from = end - END_SHARE * (end - (t[0] ?? 0));
  const above = Math.max(...value.filter((reading, index) => (t[index] ?? 0) >= from && !Number.isNaN(reading)));
  return [
    {
      type: "line",
      id: "expected-end",
      name,
      silent: true,
      z: 6,
      symbolSize: 0.1,
      showSymbol: true,
      tooltip: { show: false },
      label: {
        show: true,
        position: "top",
        align: "right",
        distance: END_LABEL,
        color: theme.subject,
        fontWeight: 650,
        fontSize: FONT_SIZE.value,
        formatter: METRICS.iops.format(value[place]),
      },
      data: [[end, above]],
    },
  ];
}
