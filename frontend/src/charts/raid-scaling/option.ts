/** RAID level by number of drives: a bar for each number, how much of what its drives could do above it. */
import type { BarSeriesOption, CustomSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import type { PivotScale } from "@/api/pivot";
import { axisScale, METRICS, type Metric, type MetricName } from "@/lib/metrics";
import { formatPercent } from "@/lib/units";
import { isNumber, withKind } from "@/lib/value-kind";
import { type ChartOption, type ChartSeries, type ChartView, type LegendItem, WIDE_FROM } from "../definition";
import { baseOption, fitText, panelTitle, plainText, textTooltip, xLook, yLook } from "../parts";
import { behindSpread, isPooled, reachOf } from "../pivot-repeats";
import { rampColour } from "../ramp";
import { type Behind, countText, isSingle } from "../repeats-behind";
import { BAR, type ChartTheme, FONT_FAMILY, FONT_SIZE, LINE_WIDTH } from "../theme";
import { certaintyMarks, openEnds } from "../whiskers";

export interface ScalingData {
  metric: MetricName;
  /** Name of the other axis, such as `RAID level`. */
  label: string;
  /** The cells of one panel. */
  points: readonly PivotScale[];
}

/** The name of the series of ticks; bars are named by their number of drives. */
export const IDEAL = "Ideal by RAID model";

const LEFT = 52;
const RIGHT = 12;
const TOP = 34;
const BOTTOM = 30;
const WIDE_HEIGHT = 340;
const NARROW_HEIGHT = 300;
const GROUP_SHARE = 0.8;
/** Narrower bars have no room for a number above them. */
const LABELLED_FROM = 30;
const LABEL_GAP = 4;
/** From the end of a bar to its label, past the open circle of what is one run. */
const CIRCLE_ROOM = 4;
/** A label with the gaps around it. */
const LABEL_ROOM = 20;

export const levelsOf = ({ points }: Pick<ScalingData, "points">) => [
  ...new Set(points.map(({ level }) => level ?? "All")),
];

export const drivesOf = ({ points }: Pick<ScalingData, "points">) =>
  [...new Set(points.map(({ drives }) => drives))].toSorted((a, b) => a - b);

/** Return the spread behind the figure of a point; nothing where no point of the chart is of several runs. */
export function behindPoint(point: PivotScale, { metric, points }: Pick<ScalingData, "metric" | "points">): Behind {
  if (point.state !== "measured" || point.value === null) return {};
  return behindSpread(point.spread, metric, isPooled(points.map(({ spread }) => spread)));
}

const reach = (point: PivotScale, data: ScalingData): number =>
  point.value === null ? 0 : reachOf(point.value, behindPoint(point, data), data.metric);

const maxOf = (data: ScalingData) =>
  Math.max(0, ...data.points.map((point) => Math.max(reach(point, data), point.ideal ?? 0)));

export const drivesText = (drives: number) => (drives === 1 ? "1 drive" : `${drives} drives`);

export function pointAt({ points }: Pick<ScalingData, "points">, level: string, drives: number): PivotScale | null {
  return points.find((point) => (point.level ?? "All") === level && point.drives === drives) ?? null;
}

/** Format a value, or give the reason for its absence. */
export function pointText(point: PivotScale | null, metric: Metric, digits = 3): string {
  if (!point) return "not measured";
  if (point.state === "measured" && point.value === null) return "a range";
  if (point.state !== "measured")
    return point.state === "several" ? "different results" : point.state.replace("_", " ");
  return withKind(metric.format(point.value, { digits }), point.value_kind);
}

/** Describe in words the figure that counts as 100 %. */
export function basisText({ basis, from_drives }: PivotScale): string {
  if (basis === "model") return "of single drives by the RAID model";
  return basis === "linear" && from_drives !== null ? `of linear growth from ${drivesText(from_drives)}` : "";
}

export function raidScalingHeight(_: ScalingData, width: number): number {
  return width < WIDE_FROM ? NARROW_HEIGHT : WIDE_HEIGHT;
}

export function raidScalingLegend(data: ScalingData, theme: ChartTheme): LegendItem[] {
  const counts = drivesOf(data);
  const plain = { symbol: "rect" as const, hollow: false, dash: [] };
  return [
    ...counts.map((drives, index) => ({
      name: drivesText(drives),
      kind: "area" as const,
      style: { ...plain, colour: rampColour(theme, index, counts.length) },
      symbol: false,
    })),
    ...(data.points.some(({ ideal }) => ideal !== null)
      ? [{ name: IDEAL, kind: "line" as const, style: { ...plain, colour: theme.text }, symbol: false }]
      : []),
  ];
}

/** Return the position of the bar of a number of drives in its group, as shares of the width of a category. */
function place(index: number, count: number): { offset: number; width: number } {
  const width = GROUP_SHARE / count;
  return { offset: (index - (count - 1) / 2) * width, width: width * 0.9 };
}

/**
 * Return the distance of a label above its bar. It clears the marks, and the tick of the ideal if that would cross the
 * label.
 */
function labelDistance(point: PivotScale, data: ScalingData, perUnit: number): number {
  const end = reach(point, data);
  const own = (end - (point.value ?? 0)) * perUnit + (isSingle(behindPoint(point, data)) ? CIRCLE_ROOM : 0);
  const above = ((point.ideal ?? 0) - (point.value ?? 0)) * perUnit - own;
  return own + (above > 0 && above < LABEL_ROOM ? above + LABEL_GAP : LABEL_GAP);
}

function barSeries(
  data: ScalingData,
  metric: Metric,
  theme: ChartTheme,
  { labelled, plot }: { labelled: boolean; plot: number },
): BarSeriesOption[] {
  const perUnit = plot / maxOf(data);
  const distance = (point: PivotScale) => labelDistance(point, data, perUnit);
  const counts = drivesOf(data);
  const { width } = place(0, counts.length);
  return counts.map((drives, index) => {
    const points = levelsOf(data).map((level) => pointAt(data, level, drives));
    const colour = rampColour(theme, index, counts.length);
    return {
      type: "bar",
      name: drivesText(drives),
      barWidth: `${width * 100}%`,
      barGap: "11%",
      emphasis: { disabled: true },
      label: {
        show: labelled,
        position: "top",
        distance: LABEL_GAP,
        color: theme.text,
        fontSize: FONT_SIZE.label,
        formatter: ({ dataIndex }) => {
          const point = points[dataIndex];
          if (!point) return "";
          if (point.efficiency_percent !== null)
            return formatPercent(point.efficiency_percent, { digits: 3, trim: true });
          return isNumber(point.value_kind) ? "" : pointText(point, metric);
        },
      },
      data: points.map((point) => {
        if (point?.state !== "measured" || point.value === null) return "-";
        const isExact = point.value_kind === "exact";
        return {
          value: point.value,
          ...(labelled ? { label: { distance: distance(point) } } : {}),
          itemStyle: {
            color: isExact ? colour : theme.background,
            borderColor: colour,
            borderWidth: LINE_WIDTH,
            borderRadius: [BAR.radius, BAR.radius, 0, 0],
          },
        };
      }),
    };
  });
}

/** Whiskers and intervals over the runs behind the bars, and an open circle at the end of what is one run. */
function spread(data: ScalingData, theme: ChartTheme): ChartSeries[] {
  const counts = drivesOf(data);
  return counts.flatMap((drives, index) => {
    const { offset } = place(index, counts.length);
    const bars = levelsOf(data).flatMap((level, column) => {
      const point = pointAt(data, level, drives);
      return point && point.value !== null ? [{ column, value: point.value, behind: behindPoint(point, data) }] : [];
    });
    const shifted = <Point>(points: readonly Point[]) => ({ points, shifts: points.map(() => offset) });
    const points = bars.map(({ column, behind: { n, spans, intervals } }) => ({
      place: column,
      n,
      span: spans?.[data.metric],
      interval: intervals?.[data.metric],
    }));
    const ends = bars.flatMap(({ column, value, behind }) => (isSingle(behind) ? [[value, column] as const] : []));
    const look = { name: drivesText(drives), axis: 0, colour: theme.text, halo: theme.background };
    return [
      ...certaintyMarks({ ...look, ...shifted(points) }),
      ...openEnds({ name: look.name, colour: theme.text, fill: theme.background, along: "y", ...shifted(ends) }),
    ];
  });
}

/** Ticks where single drives would end, and a dash where no array can be. */
function ticks(data: ScalingData, theme: ChartTheme, name: string, isTick: boolean): CustomSeriesOption {
  const counts = drivesOf(data);
  const items = levelsOf(data).flatMap((level, column) =>
    counts.flatMap((drives, index) => {
      const point = pointAt(data, level, drives);
      const wanted = isTick ? point?.ideal !== null && point?.ideal !== undefined : point?.state === "impossible";
      return wanted ? [{ value: [column, isTick ? (point?.ideal ?? 0) : 0], index }] : [];
    }),
  );
  return {
    type: "custom",
    name,
    silent: true,
    tooltip: { show: false },
    encode: { x: 0, y: 1 },
    data: items.map(({ value }) => value),
    renderItem: ({ dataIndex }, api) => {
      const item = items[dataIndex];
      const [x = 0, y = 0] = api.coord([api.value(0), api.value(1)]);
      const [category = 0] = (api.size?.([1, 0]) ?? []) as number[];
      const { offset, width } = place(item?.index ?? 0, counts.length);
      const middle = x + offset * category;
      if (!isTick) {
        return {
          type: "text",
          x: middle,
          y: y - 4,
          style: {
            text: "–",
            fill: theme.dimmed,
            fontFamily: FONT_FAMILY,
            fontSize: FONT_SIZE.title,
            textAlign: "center",
            textVerticalAlign: "bottom",
          },
        };
      }
      const half = (width * category) / 2 + 2;
      return {
        type: "line",
        shape: { x1: middle - half, y1: y, x2: middle + half, y2: y },
        style: { stroke: theme.text, lineWidth: 2.5 },
      };
    },
  };
}

function tooltipText(data: ScalingData, metric: Metric) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hit = Array.isArray(params) ? params[0] : params;
    const level = levelsOf(data)[hit?.dataIndex ?? -1];
    if (level === undefined) return "";
    const lines = drivesOf(data).map((drives) => {
      const point = pointAt(data, level, drives);
      const share =
        point && point.efficiency_percent !== null
          ? `  ${formatPercent(point.efficiency_percent)} ${basisText(point)}`
          : "";
      const of = point ? countText(behindPoint(point, data)) : "";
      return `${drivesText(drives)}  ${pointText(point, metric)}${of && ` (${of})`}${share}`;
    });
    return [plainText(level), ...lines].join("\n");
  };
}

export function raidScalingOption(data: ScalingData, theme: ChartTheme, view: ChartView): ChartOption {
  const metric = METRICS[data.metric];
  const levels = levelsOf(data);
  const counts = drivesOf(data);
  const max = maxOf(data);
  const scale = axisScale(metric, max);
  const look = xLook(theme);
  const upright = yLook(theme);
  const room = (view.width - LEFT - RIGHT) / Math.max(levels.length, 1);
  return {
    ...baseOption(theme),
    grid: [{ left: LEFT, right: RIGHT, top: TOP, height: view.height - TOP - BOTTOM, outerBoundsMode: "none" }],
    xAxis: [
      {
        ...look,
        type: "category",
        data: levels,
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: {
          interval: 0,
          color: theme.text,
          fontSize: FONT_SIZE.title,
          formatter: (level: string) => fitText(level, FONT_SIZE.title, room) || level,
        },
      },
    ],
    yAxis: [
      {
        ...upright,
        ...panelTitle(theme, scale.unit ? `${metric.label} (${scale.unit})` : metric.label, {
          gap: 12,
          indent: LEFT - 4,
        }),
        type: "value",
        min: 0,
        max: max > 0 ? undefined : 1,
        axisLabel: { ...upright.axisLabel, formatter: scale.format },
      },
    ],
    tooltip: textTooltip(theme, "item", tooltipText(data, metric)),
    series: [
      ...barSeries(data, metric, theme, {
        labelled: room * place(0, counts.length).width >= LABELLED_FROM,
        plot: view.height - TOP - BOTTOM,
      }),
      ...spread(data, theme),
      ticks(data, theme, IDEAL, true),
      ticks(data, theme, "Impossible", false),
    ],
  };
}
