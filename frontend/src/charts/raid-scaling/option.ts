/** RAID level by number of drives: a bar for each number, how much of what its drives could do above it. */
import type { BarSeriesOption, CustomSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import type { PivotScale } from "@/api/pivot";
import { axisScale, METRICS, type Metric, type MetricName } from "@/lib/metrics";
import { formatPercent } from "@/lib/units";
import { isNumber, withKind } from "@/lib/value-kind";
import { type ChartOption, type ChartView, type LegendItem, WIDE_FROM } from "../definition";
import { axisLook, baseOption, fitText, panelTitle, plainText, textTooltip } from "../parts";
import { rampColour } from "../ramp";
import { type ChartTheme, FONT_SIZE, LINE_WIDTH } from "../theme";

export interface ScalingData {
  metric: MetricName;
  /** What the other axis is, such as `RAID level`. */
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

export const levelsOf = ({ points }: Pick<ScalingData, "points">) => [
  ...new Set(points.map(({ level }) => level ?? "All")),
];

export const drivesOf = ({ points }: Pick<ScalingData, "points">) =>
  [...new Set(points.map(({ drives }) => drives))].toSorted((a, b) => a - b);

export const drivesText = (drives: number) => (drives === 1 ? "1 drive" : `${drives} drives`);

export function pointAt({ points }: Pick<ScalingData, "points">, level: string, drives: number): PivotScale | null {
  return points.find((point) => (point.level ?? "All") === level && point.drives === drives) ?? null;
}

/** A value as it is written, or why there is none. */
export function pointText(point: PivotScale | null, metric: Metric, digits = 3): string {
  if (!point) return "not measured";
  if (point.state === "measured" && point.value === null) return "a range";
  if (point.state !== "measured")
    return point.state === "several" ? "different results" : point.state.replace("_", " ");
  return withKind(metric.format(point.value, { digits }), point.value_kind);
}

/** What 100 % are, in words. */
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

/** Where the bar of a number of drives stands in its group, as shares of the width of a category. */
function place(index: number, count: number): { offset: number; width: number } {
  const width = GROUP_SHARE / count;
  return { offset: (index - (count - 1) / 2) * width, width: width * 0.9 };
}

function barSeries(data: ScalingData, metric: Metric, theme: ChartTheme, labelled: boolean): BarSeriesOption[] {
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
        distance: 4,
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
          itemStyle: {
            color: isExact ? colour : theme.background,
            borderColor: colour,
            borderWidth: LINE_WIDTH,
            borderType: isExact ? ("solid" as const) : ("dashed" as const),
          },
        };
      }),
    };
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
      return `${drivesText(drives)}  ${pointText(point, metric)}${share}`;
    });
    return [plainText(level), ...lines].join("\n");
  };
}

export function raidScalingOption(data: ScalingData, theme: ChartTheme, view: ChartView): ChartOption {
  const metric = METRICS[data.metric];
  const levels = levelsOf(data);
  const counts = drivesOf(data);
  const most = Math.max(0, ...data.points.map(({ value, ideal }) => Math.max(value ?? 0, ideal ?? 0)));
  const scale = axisScale(metric, most);
  const look = axisLook(theme);
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
        ...look,
        ...panelTitle(theme, scale.unit ? `${metric.label} (${scale.unit})` : metric.label, {
          gap: 12,
          indent: LEFT - 4,
        }),
        type: "value",
        min: 0,
        max: most > 0 ? undefined : 1,
        splitNumber: 4,
        axisLabel: { ...look.axisLabel, formatter: scale.format },
      },
    ],
    tooltip: textTooltip(theme, "item", tooltipText(data, metric)),
    series: [
      ...barSeries(data, metric, theme, room * place(0, counts.length).width >= LABELLED_FROM),
      ticks(data, theme, IDEAL, true),
      ticks(data, theme, "Impossible", false),
    ],
  };
}
