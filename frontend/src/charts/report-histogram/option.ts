/** Latencys of a report: how many I/Os took how long, and below that the share that was not slower. */
import type { CustomSeriesOption, LineSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { formatCount, formatIops } from "@/lib/units";
import type { ChartOption, ChartView } from "../definition";
import { axisTitle, baseOption, panelTitle, textTooltip, xLook, yLook } from "../parts";
import type { HistogramPanel } from "../report/panels";
import { axisText, valueText } from "../report/units";
import { type ChartTheme, FONT_SIZE, LINE_WIDTH, seriesStyle, subjectStyle } from "../theme";

export const COUNT_NAME = "I/Os";
export const CONFIDENCE_NAME = "Confidence level";
export const MARK_NAME = "Marked latencies";

const LABEL_ROOM = 70;
const RIGHT = 24;
const TITLE_ROOM = 30;
const AXIS_ROOM = 28;
const AXIS_TITLE_ROOM = 18;
/** Bars over the whole width; a file has hundreds of bins more than a picture. */
const BARS = 120;
/** Between zero and one I/O on a logarithmic axis. */
const FLOOR = 0.5;
/** A name is drawn upright beside its line. */
const NAME_ROOM = 18;
/** Six nines are as far as the scale goes. */
const MAX_NINES = 6;

export interface Bar {
  from: number;
  to: number;
  ios: number;
}

/** The bins put together into bars of equal width on a logarithmic axis. */
export function barsOf({ bins }: HistogramPanel): Bar[] {
  const low = Math.max(bins[0]?.ns ?? 1, 1);
  const high = Math.max(bins.at(-1)?.ns ?? 1, low * 1.01) * 1.001;
  const step = Math.log(high / low) / BARS;
  const counts = new Map<number, number>();
  for (const { ns, ios } of bins) {
    const place = Math.floor(Math.log(Math.max(ns, low) / low) / step);
    counts.set(place, (counts.get(place) ?? 0) + ios);
  }
  return [...counts].map(([place, ios]) => ({
    from: low * Math.exp(place * step),
    to: low * Math.exp((place + 1) * step),
    ios,
  }));
}

/** Return the number of nines of a share: 99.9 % has three. */
export function nines(percent: number): number {
  return Math.min(-Math.log10(Math.max(1 - percent / 100, 10 ** -MAX_NINES)), MAX_NINES);
}

function ninesText(value: number): string {
  if (value === 0) return "0 %";
  return value === 1 ? "90 %" : `99${value > 2 ? `.${"9".repeat(value - 2)}` : ""} %`;
}

function countSeries(bars: Bar[], theme: ChartTheme): CustomSeriesOption {
  return {
    type: "custom",
    name: COUNT_NAME,
    data: bars.map(({ from, to, ios }) => [Math.sqrt(from * to), ios, from, to]),
    encode: { x: 0, y: 1 },
    clip: true,
    renderItem: (_, api) => {
      const [left = 0, top = 0] = api.coord([api.value(2), api.value(1)]);
      const [right = 0, bottom = 0] = api.coord([api.value(3), FLOOR]);
      return {
        type: "rect",
        shape: { x: left, y: top, width: Math.max(right - left - 0.5, 1), height: bottom - top },
        style: { fill: subjectStyle(theme).colour },
      };
    },
  };
}

interface KnownMark {
  label: string;
  ns: number;
}

const isKnown = (mark: HistogramPanel["marks"][number]): mark is KnownMark => mark.ns !== null;

/** The marks whose names do not run into that of the mark before; the sentence below the chart names all of them. */
function namedMarks(marks: readonly KnownMark[], place: (ns: number) => number): Set<KnownMark> {
  const named = new Set<KnownMark>();
  let last = Number.NEGATIVE_INFINITY;
  for (const mark of marks.toSorted((a, b) => a.ns - b.ns)) {
    if (place(mark.ns) - last < NAME_ROOM) continue;
    last = place(mark.ns);
    named.add(mark);
  }
  return named;
}

function markSeries(
  { marks }: HistogramPanel,
  theme: ChartTheme,
  panel: number,
  place: (ns: number) => number,
): LineSeriesOption {
  const knownMarks = marks.filter(isKnown);
  const named = namedMarks(knownMarks, place);
  return {
    type: "line",
    name: MARK_NAME,
    xAxisIndex: panel,
    yAxisIndex: panel,
    data: [],
    silent: true,
    markLine: {
      silent: true,
      symbol: "none",
      lineStyle: { color: seriesStyle(theme, 1).colour, width: 1, type: [7, 4] },
      label: {
        position: "insideEndTop",
        color: theme.text,
        // A name may lie on a bar.
        backgroundColor: theme.background,
        padding: [1, 2],
        fontSize: FONT_SIZE.label,
        distance: 2,
      },
      data: knownMarks.map((mark) => ({
        xAxis: mark.ns,
        name: mark.label,
        label: { show: panel === 0 && named.has(mark), formatter: mark.label },
      })),
    },
  };
}

function tooltipText(data: HistogramPanel, bars: Bar[]) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hits = Array.isArray(params) ? params : [params];
    const at = hits.map((hit) => (Array.isArray(hit.data) ? hit.data[0] : null)).find((x) => typeof x === "number");
    if (typeof at !== "number") return "";
    const bar = bars.find(({ from, to }) => at >= from && at < to);
    const bin = data.bins.findLast(({ ns }) => ns <= at);
    return [
      valueText("ns", at),
      ...(bar ? [`${COUNT_NAME}  ${formatCount(bar.ios)}`] : []),
      ...(bin ? [`${CONFIDENCE_NAME}  ${valueText("percent", bin.percent, 5)}`] : []),
    ].join("\n");
  };
}

export function histogramOption(data: HistogramPanel, theme: ChartTheme, view: ChartView): ChartOption {
  const bars = barsOf(data);
  const look = xLook(theme);
  const upright = yLook(theme);
  const longest = Math.max(data.bins.at(-1)?.ns ?? 1, ...data.marks.map(({ ns }) => ns ?? 0));
  const shortest = Math.max(data.bins[0]?.ns ?? 1, 1);
  const text = axisText({ label: "Latency", unit: "ns", base: 10 }, longest);
  const plot = view.height - 2 * (TITLE_ROOM + AXIS_ROOM) - AXIS_TITLE_ROOM;
  const heights = [plot * 0.55, plot * 0.45];
  const tops = [TITLE_ROOM, 2 * TITLE_ROOM + AXIS_ROOM + plot * 0.55];
  // A range below a power of ten has no label of its own there: the halves of it get one.
  const decades = Array.from({ length: 12 }, (_, power) => 10 ** power);
  const customValues = (
    longest / shortest > 30 ? decades : decades.flatMap((value) => [value, 2 * value, 5 * value])
  ).filter((value) => value >= shortest * 0.9 && value <= longest * 1.1);
  const [first, last] = [shortest * 0.9, longest * 1.1];
  const place = (ns: number) => ((view.width - LABEL_ROOM - RIGHT) * Math.log(ns / first)) / Math.log(last / first);
  const title = (name: string) => panelTitle(theme, name, { gap: 12, indent: LABEL_ROOM - 4 });
  return {
    ...baseOption(theme),
    grid: tops.map((top, index) => ({
      left: LABEL_ROOM,
      right: RIGHT,
      top,
      height: heights[index],
      outerBoundsMode: "none",
    })),
    xAxis: tops.map((_, index) => ({
      ...look,
      ...(index === 1 ? axisTitle(theme, text.title) : {}),
      type: "log",
      gridIndex: index,
      min: first,
      max: last,
      axisTick: { show: false, customValues },
      axisLabel: { ...look.axisLabel, customValues, formatter: text.tick },
      splitLine: { ...look.splitLine, showMinLine: false, showMaxLine: false },
      axisPointer: { label: { show: false }, snap: false },
    })),
    yAxis: [
      {
        ...upright,
        ...title("I/Os"),
        type: "log",
        gridIndex: 0,
        min: FLOOR,
        axisLabel: {
          ...upright.axisLabel,
          formatter: (value: number) => (value < 1 ? "" : formatIops(value, { trim: true })),
        },
        axisPointer: { show: false },
      },
      {
        ...upright,
        ...title("Confidence level (percentile)"),
        type: "value",
        gridIndex: 1,
        min: 0,
        max: MAX_NINES,
        interval: 1,
        axisLabel: { ...upright.axisLabel, formatter: ninesText },
        axisPointer: { show: false },
      },
    ],
    axisPointer: { link: [{ xAxisIndex: "all" }] },
    tooltip: textTooltip(theme, "axis", tooltipText(data, bars)),
    series: [
      countSeries(bars, theme),
      {
        type: "line",
        name: CONFIDENCE_NAME,
        xAxisIndex: 1,
        yAxisIndex: 1,
        step: "end",
        symbol: "none",
        emphasis: { disabled: true },
        lineStyle: { color: subjectStyle(theme).colour, width: LINE_WIDTH },
        data: data.bins.map(({ ns, percent }) => [Math.max(ns, 1), nines(percent)]),
      },
      markSeries(data, theme, 0, place),
      markSeries(data, theme, 1, place),
    ],
  };
}
