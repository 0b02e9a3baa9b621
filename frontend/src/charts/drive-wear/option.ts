/** The wear of one drive: what was used of its rated endurance, and when the rest will be, with the interval of that. */
import type { CustomSeriesOption, LineSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { DAY_MS, dayOf, monthOf, monthSpan } from "@/lib/calendar";
import { shortPercent } from "@/lib/short-values";
import { formatPercent } from "@/lib/units";
import { driveChart as words } from "@/messages/drive-chart";
import { calendarAxis } from "../calendar-axis";
import { type ChartOption, type ChartSeries, type ChartView, WIDE_FROM } from "../definition";
import { endRoom, endSeries, type LabelledLine } from "../ends";
import { chartLimits } from "../limits";
import { baseOption, fade, lineLook, textTooltip, textWidth, yLook } from "../parts";
import { type ChartTheme, DASHES, FONT_FAMILY, FONT_SIZE, GHOST_WIDTH, type SeriesStyle, subjectStyle } from "../theme";

/** A moment in ms since 1970, and percent of the rated endurance. */
export type WearPoint = readonly [at: number, percent: number];

/** When the rated endurance is used up, in ms; `until` is null where the interval has no end. */
export interface WearForecast {
  at: number;
  from: number;
  until: number | null;
}

export interface DriveWearData {
  /** Names the drive on its line. */
  name: string;
  points: readonly WearPoint[];
  /** The median of other drives of the model. */
  neighbours: { name: string; points: readonly WearPoint[] } | null;
  /** Forecast of the wear; null where there are too few readings, as in `reason`. */
  forecast: WearForecast | null;
  reason: string;
  /** Alert threshold of the lab, in percent. */
  alertPercent: number;
  /** The period that is shown, in ms. */
  since: number;
  now: number;
}

export const FORECAST_NAME = words.forecast;
const FULL = 100;
const LEFT = 36;
const TOP = 18;
const BOTTOM = 26;
const STEP = 20;
/** The future that is drawn is no longer than a year, or than the past. */
const MIN_FUTURE = 365 * DAY_MS;

/** The last moment that is drawn: where the interval ends, as far as that is in reach. */
export function endOfAxis({ since, now, points, forecast }: DriveWearData): number {
  const last = points.at(-1)?.[0] ?? now;
  if (!forecast) return Math.max(now, last);
  const reach = now + Math.max(now - since, MIN_FUTURE);
  return Math.max(now, Math.min((forecast.until ?? reach) + 14 * DAY_MS, reach));
}

/** `Aug 2027, Jun to Nov 2027`. */
export function forecastText({ at, from, until }: WearForecast): string {
  return until === null
    ? words.openInterval(monthOf(at), monthOf(from))
    : words.interval(monthOf(at), monthSpan(from, until));
}

const ghostStyle = (theme: ChartTheme): SeriesStyle => ({
  ...subjectStyle(theme),
  colour: theme.ghost,
  ink: theme.dimmed,
  dash: [...DASHES.ghost],
  width: GHOST_WIDTH,
});

export const wearStyles = (theme: ChartTheme) => ({ subject: subjectStyle(theme), neighbours: ghostStyle(theme) });

/** The corners of the interval between now and the end of the axis. */
function intervalCorners([at, percent]: WearPoint, { from, until }: WearForecast, end: number): WearPoint[] {
  const slowest = until === null || until <= at ? 0 : (FULL - percent) / (until - at);
  const soonest: WearPoint[] =
    from < end
      ? [
          [from, FULL],
          [end, FULL],
        ]
      : [[end, percent + ((FULL - percent) * (end - at)) / (from - at)]];
  return [[at, percent], ...soonest, [end, Math.min(FULL, percent + slowest * (end - at))]];
}

function intervalSeries(corners: readonly WearPoint[], theme: ChartTheme): CustomSeriesOption {
  return {
    type: "custom",
    name: FORECAST_NAME,
    silent: true,
    clip: true,
    z: 1,
    tooltip: { show: false },
    encode: { x: 0, y: 1 },
    data: corners.slice(0, 1).map((corner) => [...corner]),
    renderItem: (_, api) => ({
      type: "polygon",
      shape: { points: corners.map((corner) => api.coord([...corner])) },
      style: { fill: theme.subject, opacity: 0.12 },
    }),
  };
}

function forecastSeries(data: DriveWearData, end: number, theme: ChartTheme, isWide: boolean): ChartSeries[] {
  const last = data.points.at(-1);
  const { forecast } = data;
  if (!last || !forecast || last[1] >= FULL || forecast.at <= last[0]) return [];
  const [at, percent] = last;
  const reached: WearPoint =
    forecast.at <= end ? [forecast.at, FULL] : [end, percent + ((FULL - percent) * (end - at)) / (forecast.at - at)];
  const style = { ...subjectStyle(theme), dash: [...DASHES.limit], width: GHOST_WIDTH };
  return [
    intervalSeries(intervalCorners(last, forecast, end), theme),
    {
      ...lineLook(style, theme),
      name: FORECAST_NAME,
      symbol: "none",
      silent: true,
      data: [[...last], [...reached]],
      markArea: {
        silent: true,
        itemStyle: { color: theme.future, opacity: 0.45 },
        label: {
          position: "insideBottomLeft",
          color: theme.dimmed,
          fontSize: FONT_SIZE.label,
          formatter: words.forecastInterval,
        },
        data: [[{ xAxis: data.now }, { xAxis: end }]],
      },
    },
    // Beside the name of the limit a phone has room for the month alone.
    labelSeries(reached, isWide ? forecastText(forecast) : monthOf(forecast.at), theme),
  ];
}

/** Reach of the forecast label beyond its point, and above it, in px. */
const LABEL = { beyond: 30, above: 7 } as const;

/** The date over the end of the forecast: it ends with the plot, and begins within it. */
function labelSeries(point: WearPoint, text: string, theme: ChartTheme): CustomSeriesOption {
  const width = textWidth(text, FONT_SIZE.title);
  return {
    type: "custom",
    name: FORECAST_NAME,
    silent: true,
    z: 6,
    tooltip: { show: false },
    encode: { x: 0, y: 1 },
    data: [[...point]],
    renderItem: ({ coordSys }, api) => {
      const plot = coordSys as unknown as { x: number; width: number };
      const [x = 0, y = 0] = api.coord([...point]);
      return {
        type: "text",
        x: Math.min(Math.max(x + LABEL.beyond, plot.x + width), plot.x + plot.width),
        y: y - LABEL.above,
        style: {
          text,
          fill: theme.text,
          font: `600 ${FONT_SIZE.title}px ${FONT_FAMILY}`,
          align: "right",
          verticalAlign: "bottom",
          stroke: theme.background,
          lineWidth: 3,
        },
      };
    },
  };
}

function curve(name: string, points: readonly WearPoint[], style: SeriesStyle, theme: ChartTheme): LineSeriesOption {
  return { ...lineLook(style, theme), name, symbol: "none", data: points.map((point) => [...point]) };
}

function tooltipText(data: DriveWearData) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hits = (Array.isArray(params) ? params : [params]).filter(({ seriesName }) => seriesName !== FORECAST_NAME);
    const [first] = hits;
    const at = Array.isArray(first?.data) ? Number(first.data[0]) : null;
    if (at === null) return "";
    const rows = hits.map(({ seriesName, data: point }) =>
      Array.isArray(point) ? `${seriesName}  ${formatPercent(Number(point[1]), { digits: 4 })}` : "",
    );
    return [dayOf(at), ...rows, words.ofRated(data.name)].join("\n");
  };
}

export function driveWearOption(data: DriveWearData, theme: ChartTheme, view: ChartView): ChartOption {
  const { name, points, neighbours, alertPercent } = data;
  const styles = wearStyles(theme);
  const end = endOfAxis(data);
  const highest = Math.max(FULL, ...points.map(([, percent]) => percent));
  const upright = yLook(theme);
  const ended = (label: string, line: readonly WearPoint[], style: SeriesStyle): LabelledLine => ({
    name: label,
    text: shortPercent(line.at(-1)?.[1]),
    style,
    x: line.map(([at]) => at),
    y: line.map(([, percent]) => percent),
  });
  const lines = [
    ...(neighbours ? [ended(neighbours.name, neighbours.points, styles.neighbours)] : []),
    ended(name, points, styles.subject),
  ].filter((line) => !view.hidden?.has(line.name));
  const room = endRoom(["100 %"], view.width, FONT_SIZE.value);
  return {
    ...baseOption(theme),
    useUTC: true,
    grid: [
      {
        left: LEFT,
        right: data.forecast ? 18 : room,
        top: TOP,
        height: view.height - TOP - BOTTOM,
        outerBoundsMode: "none",
      },
    ],
    xAxis: [calendarAxis(theme, [data.since, end])],
    yAxis: [
      {
        ...upright,
        type: "value",
        min: 0,
        max: Math.ceil((highest + 1) / STEP) * STEP,
        interval: STEP,
        axisPointer: { show: false },
      },
    ],
    tooltip: textTooltip(theme, "axis", tooltipText(data)),
    series: [
      ...(neighbours ? [curve(neighbours.name, neighbours.points, styles.neighbours, theme)] : []),
      { ...curve(name, points, styles.subject, theme), areaStyle: { color: fade(theme.subject) } },
      ...forecastSeries(data, end, theme, view.width >= WIDE_FROM),
      ...chartLimits(
        [
          { value: FULL, label: words.ratedLimit, kind: "limit" },
          { value: alertPercent, label: words.alertLimit(shortPercent(alertPercent)), kind: "target" },
        ],
        {},
        theme,
      ),
      ...endSeries({ lines, axis: 0, room, values: true }, theme),
    ],
  };
}
