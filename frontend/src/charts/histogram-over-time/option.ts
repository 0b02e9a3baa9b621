/** The heat map of response times over time, with lines of percentiles on it. */
import type { CustomSeriesOption, LineSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { axisScale, METRICS } from "@/lib/metrics";
import { formatCount, formatElapsed, formatElapsedTick, formatIops, formatLatency, formatShare } from "@/lib/units";
import { overTime } from "@/messages/latency-over-time";
import type { ChartOption, ChartView } from "../definition";
import { baseOption, lineLook, panelTitle, splitAt, textTooltip, xLook, yLook } from "../parts";
import { countColour } from "../ramp";
import { type ChartTheme, type SeriesStyle, seriesStyle } from "../theme";
import { insideZoom } from "../zoom";
import { type Cell, cellsOf, extentOf, type HistogramOverTimeData, limitsOf, percentileLine } from "./slices";

const words = overTime.chart;
const LEFT = 52;
const RIGHT = 28;
const TOP = 34;
const BOTTOM = 28;
/** Width of the page's colour on either side of a line, so that it contrasts with any cell. */
const HALO = 1.5;

/** Return the name of the heat map's series, which states its scale; the legend shows and hides it by that name. */
export function cellsName({ cells }: HistogramOverTimeData): string {
  return words.cells(formatIops(Math.max(1, ...cells.ios)));
}

/** The first colour is that of the map. */
export const percentileStyle = (theme: ChartTheme, place: number): SeriesStyle => seriesStyle(theme, place + 1);

type Shape = { x: number; y: number; width: number; height: number };

/** A rectangle whose edges lie on whole pixels: no seam shows between neighbours. */
function between([left = 0, top = 0]: number[], [right = 0, bottom = 0]: number[]): Shape {
  const [x, y] = [Math.round(left), Math.round(top)];
  return { x, y, width: Math.max(Math.round(right) - x, 1), height: Math.max(Math.round(bottom) - y, 1) };
}

function cellSeries(data: HistogramOverTimeData, cells: readonly Cell[], theme: ChartTheme): CustomSeriesOption {
  const maxIos = Math.max(1, ...cells.map(({ ios }) => ios));
  return {
    type: "custom",
    name: cellsName(data),
    data: cells.map(({ from, low, to, high, ios }) => [from, low, to, high, ios]),
    encode: { x: [0, 2], y: [1, 3] },
    clip: true,
    progressive: 0,
    renderItem: (params, api) => {
      const cell = cells[params.dataIndex];
      if (!cell) return null;
      const shape = between(api.coord([cell.from, cell.high]), api.coord([cell.to, cell.low]));
      return { type: "rect", shape, style: { fill: countColour(theme, cell.ios, maxIos) } };
    },
  };
}

/** Slices in which no I/O ended are grey from top to bottom; a gap, of which nothing is known, has no colour at all. */
function stallSeries(data: HistogramOverTimeData, theme: ChartTheme): CustomSeriesOption[] {
  const stalls = stallsOf(data);
  const [low, high] = limitsOf(data);
  if (stalls.length === 0) return [];
  return [
    {
      type: "custom",
      name: words.stalls,
      data: stalls.map(([from, to]) => [from, low, to, high]),
      encode: { x: [0, 2], y: [1, 3] },
      clip: true,
      silent: true,
      renderItem: (params, api) => {
        const [from = 0, to = 0] = stalls[params.dataIndex] ?? [];
        const shape = between(api.coord([from, high]), api.coord([to, low]));
        return { type: "rect", shape, style: { fill: theme.dimmed, opacity: 0.25 } };
      },
    },
  ];
}

export function stallsOf({ slices }: HistogramOverTimeData): [from: number, to: number][] {
  return slices.ios.flatMap((ios, index): [number, number][] =>
    ios === 0 ? [[slices.t0_ms[index] ?? 0, slices.t1_ms[index] ?? 0]] : [],
  );
}

/** Return the positions of the percentiles that at least one slice has. */
export function drawnPercents({ percents, slices }: HistogramOverTimeData): number[] {
  return percents.flatMap((_, place) => (slices.percentiles_ns[place]?.some((value) => value !== null) ? [place] : []));
}

function percentileSeries(data: HistogramOverTimeData, place: number, theme: ChartTheme): LineSeriesOption[] {
  const look = lineLook(percentileStyle(theme, place), theme);
  const shared = {
    ...look,
    name: words.percent(data.percents[place] ?? 0),
    symbol: "none",
    showSymbol: false,
    silent: true,
    connectNulls: false,
    data: percentileLine(data, place),
    z: 3,
  };
  const width = Number(look.lineStyle?.width ?? 1) + 2 * HALO;
  return [
    { ...shared, lineStyle: { color: theme.background, width, type: "solid" } },
    { ...shared, z: 4 },
  ];
}

export const spanText = (from: number, to: number): string => overTime.span(formatElapsed(from), formatElapsed(to));

function tooltipText(data: HistogramOverTimeData, cells: readonly Cell[]) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hit = Array.isArray(params) ? params[0] : params;
    const cell = hit?.seriesType === "custom" ? cells[hit.dataIndex] : undefined;
    if (!cell) return "";
    const all = data.slices.ios[cell.slice] ?? 0;
    const low = formatLatency(cell.low);
    return [
      spanText(cell.from, cell.to),
      cell.open ? words.open(low) : words.cell(low, formatLatency(cell.high)),
      words.count(formatCount(cell.ios), formatShare((100 * cell.ios) / all)),
      ...data.percents.map(
        (percent, place) =>
          `${words.percent(percent)}  ${formatLatency(data.slices.percentiles_ns[place]?.[cell.slice] ?? null)}`,
      ),
    ].join("\n");
  };
}

/** Round values within an axis by logarithms: one of few powers of ten has twice and five times them, too. */
function decadesWithin(low: number, high: number): number[] {
  const decades = Array.from({ length: 13 }, (_, power) => 10 ** power);
  const steps = high / low > 500 ? decades : decades.flatMap((value) => [value, 2 * value, 5 * value]);
  return steps.filter((value) => value >= low && value <= high);
}

export function histogramOverTimeOption(data: HistogramOverTimeData, theme: ChartTheme, view: ChartView): ChartOption {
  const cells = cellsOf(data);
  const [low, high] = limitsOf(data);
  const { range } = data;
  const [first, last] = range && !view.interactive ? [range.from, range.to] : extentOf(data);
  const scale = axisScale(METRICS.latency_mean_ns, high);
  const look = xLook(theme);
  const upright = yLook(theme);
  const customValues = decadesWithin(low, high);
  const width = view.width - LEFT - RIGHT;
  return {
    ...baseOption(theme),
    // Elapsed time is drawn on a time axis that begins at the epoch: its ticks then fall on whole minutes and hours.
    useUTC: true,
    grid: [{ left: LEFT, right: RIGHT, top: TOP, height: view.height - TOP - BOTTOM, outerBoundsMode: "none" }],
    xAxis: [
      {
        ...look,
        type: "time",
        min: first,
        max: last,
        splitNumber: Math.max(2, Math.floor(width / 90)),
        splitLine: { show: false },
        axisLabel: { ...look.axisLabel, textMargin: [0, 6], formatter: formatElapsedTick },
        axisPointer: { show: false },
      },
    ],
    yAxis: [
      {
        ...upright,
        ...panelTitle(theme, `${words.axis}${scale.unit ? ` (${scale.unit})` : ""}`, { gap: 12, indent: LEFT - 4 }),
        type: "log",
        min: low,
        max: high,
        axisTick: { show: false, customValues },
        axisLabel: { ...upright.axisLabel, customValues, formatter: scale.format },
        splitLine: splitAt(upright.splitLine, customValues),
        axisPointer: { show: false },
      },
    ],
    dataZoom: view.interactive ? insideZoom([0]) : [],
    tooltip: textTooltip(theme, "item", tooltipText(data, cells)),
    series: [
      cellSeries(data, cells, theme),
      ...stallSeries(data, theme),
      ...drawnPercents(data).flatMap((place) => percentileSeries(data, place, theme)),
    ],
  };
}
