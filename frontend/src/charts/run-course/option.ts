/** One metric of a run over all of its time: so far and to come, with the run before it behind. */
import type { TooltipComponentFormatterCallbackParams } from "echarts";
import { TIME_METRICS, type TimeMetricName } from "@/lib/metrics";
import { formatElapsed, formatElapsedTick } from "@/lib/units";
import type { ChartOption, ChartSeries, ChartView } from "../definition";
import { ENDS_ID } from "../ends";
import { plainText, textWidth } from "../parts";
import type { ChartNote } from "../preconditioning/notes";
import { type Panel, type PhaseSpan, positionAt, timePanelsOption, type WindowSpan } from "../preconditioning/panels";
import { type SeriesData, seriesCurve } from "../preconditioning/readings";
import { stripHeight } from "../preconditioning/strip";
import { type ChartTheme, DASHES, FONT_SIZE, GHOST_WIDTH } from "../theme";
import type { TimeRange } from "../zoom";

/** One value of the running stream, which covers the `dt_ms` before `t_ms`. */
export interface CoursePoint {
  t_ms: number;
  dt_ms: number;
  value: number | null;
}

export interface RunCourseData {
  /** Name of the run in the legend. */
  name: string;
  metric: TimeMetricName;
  /** Stored series of the run; null before the first answer. */
  series: SeriesData | null;
  /** Points that streamed in since. */
  points: readonly CoursePoint[];
  /** The last run of this configuration, or the baseline. */
  other: { name: string; series: SeriesData } | null;
  /** Measured phases, and those to come with their planned times. */
  phases: readonly PhaseSpan[];
  window: WindowSpan | null;
  notes: readonly ChartNote[];
  /** Start of the phases to come, and end of the last of them; null once nothing is to come. */
  future: { from_ms: number; to_ms: number; label: string } | null;
  /** The moment of elapsed time 0, for labels of the wall clock; null for elapsed time. */
  startedAt: number | null;
  isLive: boolean;
  /** Higher while it is watched, until its result is looked at. */
  isTall: boolean;
  range?: TimeRange | null;
}

const LEFT = 46;
const TOP = 12;
const BOTTOM = 26;
const VALUE_ROOM = 62;
const RIGHT = 22;

function streamed(points: readonly CoursePoint[], after: number): { t: number[]; value: number[] } {
  const t: number[] = [];
  const value: number[] = [];
  let last = after;
  for (const { t_ms, dt_ms, value: reading } of points) {
    if (t_ms <= last) continue;
    // A missing interval is a gap and not a line across it.
    if (Number.isFinite(last) && t_ms - dt_ms - last > dt_ms * 1.5) {
      t.push(t_ms - dt_ms);
      value.push(Number.NaN);
    }
    t.push(t_ms - dt_ms / 2);
    value.push(reading ?? Number.NaN);
    last = t_ms;
  }
  return { t, value };
}

/** The last moment that a stored series has a reading of. */
function storedUntil(series: SeriesData | null): number {
  if (!series || series.mean.length === 0) return Number.NEGATIVE_INFINITY;
  return series.intervals?.end_ms.at(-1) ?? series.t0_ms + series.mean.length * series.step_ms;
}

/** The run's own curve: what is stored, and after it what streamed in. */
export function coursePanel({
  name,
  metric,
  series,
  points,
}: Pick<RunCourseData, "name" | "metric" | "series" | "points">): Panel {
  const stored = series
    ? seriesCurve(metric, series)
    : { t: new Float64Array(), value: new Float64Array(), band: null };
  const newer = streamed(points, storedUntil(series));
  return {
    metric,
    title: TIME_METRICS[metric].label,
    estimated: series?.estimated ?? false,
    curves: [
      {
        ...stored,
        name,
        style: "alone",
        t: Float64Array.from([...stored.t, ...newer.t]),
        value: Float64Array.from([...stored.value, ...newer.value]),
        // One line is drawn of the whole; the four panels have the lowest and the highest beside it.
        band: null,
      },
    ],
  };
}

export function otherPanel({ metric, other }: Pick<RunCourseData, "metric" | "other">): Panel | null {
  if (!other) return null;
  const curve = seriesCurve(metric, other.series);
  return {
    metric,
    title: TIME_METRICS[metric].label,
    estimated: other.series.estimated,
    curves: [{ ...curve, name: other.name, style: "alone", band: null }],
  };
}

/** First and last moment of the axis: of a run that goes on also what is still to come. */
export function courseExtent(data: RunCourseData): [number, number] {
  const [curve] = coursePanel(data).curves;
  const begins = [data.phases[0]?.t0_ms, curve?.t[0]].filter((moment) => moment !== undefined);
  const ends = [data.future?.to_ms, data.phases.at(-1)?.t1_ms, curve?.t.at(-1)].filter((moment) => moment != null);
  const first = begins.length > 0 ? Math.min(...begins) : 0;
  return [first, Math.max(first + 1000, ...ends)];
}

const two = (part: number) => String(part).padStart(2, "0");

/** The time of day, with its seconds where ticks are closer than minutes. */
function clock(moment: number, hasSeconds = false): string {
  const at = new Date(moment);
  const minutes = `${two(at.getHours())}:${two(at.getMinutes())}`;
  return hasSeconds ? `${minutes}:${two(at.getSeconds())}` : minutes;
}

/** Times of the wall clock need ticks at its round minutes, which an axis of elapsed time does not have. */
const MINUTE = 60_000;
const CLOCK_STEPS = [
  ...[5, 10, 20, 30].map((seconds) => seconds * 1000),
  ...[1, 2, 5, 10, 15, 20, 30, 40, 60, 120, 180, 240, 360, 720, 1440].map((minutes) => minutes * MINUTE),
];

function clockTicks([first, last]: [number, number], startedAt: number, room: number): number[] {
  const maxTicks = Math.max(2, Math.floor(room / 90));
  const step = CLOCK_STEPS.find((interval) => (last - first) / interval <= maxTicks) ?? 86_400_000;
  const offset = new Date(startedAt).getTimezoneOffset() * MINUTE;
  const begin = Math.ceil((startedAt + first - offset) / step) * step + offset - startedAt;
  const ticks: number[] = [];
  for (let tick = begin; tick <= last; tick += step) ticks.push(tick);
  return ticks;
}

function otherSeries(data: RunCourseData, theme: ChartTheme): ChartSeries[] {
  const [curve] = otherPanel(data)?.curves ?? [];
  if (!curve) return [];
  return [
    {
      type: "line",
      id: "other",
      name: curve.name,
      z: 2,
      showSymbol: false,
      silent: true,
      lineStyle: { color: theme.ghost, width: GHOST_WIDTH, type: [...DASHES.ghost] },
      emphasis: { disabled: true },
      data: [...curve.t].map((moment, place) => {
        const value = curve.value[place] ?? Number.NaN;
        return [moment, Number.isNaN(value) ? null : value];
      }),
    },
  ];
}

function futureSeries(
  { future }: RunCourseData,
  theme: ChartTheme,
  width: number,
  extent: [number, number],
): ChartSeries[] {
  if (!future || future.to_ms <= future.from_ms) return [];
  const share = (future.to_ms - future.from_ms) / Math.max(1, extent[1] - extent[0]);
  const room = share * (width - LEFT - RIGHT) - 24;
  const text = textWidth(future.label, FONT_SIZE.label) <= room ? future.label : "";
  return [
    {
      type: "line",
      id: "future",
      name: "Future",
      silent: true,
      z: 1,
      data: [],
      markArea: {
        silent: true,
        z: 0,
        itemStyle: { color: theme.future, opacity: 0.6 },
        label: {
          show: text !== "",
          position: "inside",
          formatter: plainText(text),
          color: theme.secondary,
          fontSize: FONT_SIZE.label,
          fontWeight: 540,
          backgroundColor: theme.background,
          borderColor: theme.line,
          borderWidth: 1,
          borderRadius: 6,
          padding: [5, 9],
        },
        data: [[{ xAxis: future.from_ms }, { xAxis: future.to_ms }]],
      },
    },
  ];
}

/** The newest value, where the line ends in the middle of the chart. */
function endPoint(data: RunCourseData, theme: ChartTheme): ChartSeries[] {
  const [curve] = coursePanel(data).curves;
  const place = curve ? curve.value.findLastIndex((value) => !Number.isNaN(value)) : -1;
  if (!data.isLive || !curve || place < 0) return [];
  return [
    {
      type: "line",
      id: "end",
      name: data.name,
      silent: true,
      z: 6,
      symbol: "circle",
      symbolSize: 9,
      showSymbol: true,
      itemStyle: { color: theme.subject, borderColor: theme.background, borderWidth: 2 },
      label: {
        show: true,
        position: "top",
        distance: 8,
        color: theme.text,
        fontWeight: 650,
        fontSize: FONT_SIZE.value,
        formatter: TIME_METRICS[data.metric].format(curve.value[place]),
      },
      data: [[curve.t[place] ?? 0, curve.value[place] ?? 0]],
    },
  ];
}

function tooltip(data: RunCourseData) {
  const own = coursePanel(data).curves[0];
  const before = otherPanel(data)?.curves[0];
  const { label, format } = TIME_METRICS[data.metric];
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hit = (Array.isArray(params) ? params : [params]).find(({ seriesId }) => String(seriesId) === "line-0");
    const moment = hit && own ? own.t[hit.dataIndex] : undefined;
    if (!own || moment === undefined) return "";
    const place = positionAt(own, moment);
    const lines = [`${label}  ${format(own.value[place], { digits: 4 })}`];
    const beside = before ? positionAt(before, moment) : -1;
    if (data.other && before && beside >= 0) {
      lines.push(`${plainText(data.other.name)}  ${format(before.value[beside], { digits: 4 })}`);
    }
    return [data.startedAt === null ? formatElapsed(moment) : clock(data.startedAt + moment), ...lines].join("\n");
  };
}

export function runCourseOption(data: RunCourseData, theme: ChartTheme, view: ChartView): ChartOption {
  const extent = courseExtent(data);
  const [first, last] = data.range && !view.interactive ? [data.range.from, data.range.to] : extent;
  const panels = [coursePanel(data)];
  const phases = [...data.phases];
  const base = timePanelsOption(
    {
      panels,
      phases,
      window: data.window,
      logLatency: false,
      live: data.isLive,
      extent: [first, last],
      range: data.range ?? null,
      notes: data.notes,
    },
    theme,
    view,
  );
  const strip = stripHeight({ phases, window: data.window });
  // Only the end of a steady curve is worth a number.
  const hasEnd = !data.isLive && data.window !== null;
  const right = hasEnd ? VALUE_ROOM : RIGHT;
  const [plot] = base.grid;
  const ticks = data.startedAt === null ? null : clockTicks([first, last], data.startedAt, view.width - LEFT - right);
  const hasSeconds = ticks !== null && (ticks[1] ?? MINUTE) - (ticks[0] ?? 0) < MINUTE;
  const layer = view.interactive ? { zlevel: -1 } : {};
  const added = [
    ...futureSeries(data, theme, view.width, extent),
    ...otherSeries(data, theme),
    ...endPoint(data, theme),
  ];
  const own = base.series.filter(({ id }) => hasEnd || !String(id).startsWith(ENDS_ID));
  const tops = [...panels, otherPanel(data)].flatMap((panel) => panel?.curves.map(({ value }) => value) ?? []);
  return {
    ...base,
    grid: [{ ...plot, left: LEFT, right, width: undefined, top: strip + TOP, bottom: BOTTOM, height: undefined }],
    xAxis: base.xAxis.map((axis) => ({
      ...axis,
      ...(ticks && data.startedAt !== null
        ? {
            type: "value" as const,
            interval: undefined,
            axisTick: { show: false, customValues: ticks },
            axisLabel: {
              ...axis.axisLabel,
              customValues: ticks,
              formatter: (moment: number) => clock((data.startedAt ?? 0) + moment, hasSeconds),
            },
          }
        : { axisLabel: { ...axis.axisLabel, formatter: formatElapsedTick } }),
    })) as ChartOption["xAxis"],
    yAxis: base.yAxis.map((axis) => ({
      ...axis,
      name: undefined,
      // With nothing to draw yet the axis would have no labels, and the plot another place.
      ...(tops.some((values) => values.some((value) => value > 0)) ? {} : { max: 1 }),
    })) as ChartOption["yAxis"],
    tooltip: { ...base.tooltip, formatter: tooltip(data) },
    series: [...own, ...added.map((entry) => ({ ...entry, ...layer }))],
  };
}
