/** The queue depth chart: IOPS and average latency over outstanding I/O, one curve for each configuration and workload. */
import type { LineSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { axisScale, METRICS } from "@/lib/metrics";
import { formatBinaryBytes, formatPercent } from "@/lib/units";
import { type ChartOption, type ChartView, WIDE_FROM } from "../definition";
import { axisLook, axisTitle, baseOption, lineLook, panelTitle, plainText, textTooltip } from "../parts";
import { type ChartTheme, FONT_SIZE, seriesStyle } from "../theme";

export type MeasurementColumn = readonly (string | number | boolean | null)[];

/** The answer of `GET /measurements`: one array for each column, all of the same length. */
export interface MeasurementsData {
  source: Record<string, MeasurementColumn>;
}

export interface DepthPoint {
  outstanding: number;
  threads: number | null;
  queueDepth: number | null;
  iops: number | null;
  latency: number | null;
}

export interface DepthCurve {
  name: string;
  points: DepthPoint[];
}

const LABEL_ROOM = 46;
const RIGHT = 24;
const TITLE_ROOM = 30;
const AXIS_ROOM = 28;
const AXIS_TITLE_ROOM = 18;
const IOPS_SHARE = 0.58;
/** Values are written beside the points of so many curves; more would write on top of each other. */
const LABELLED_CURVES = 2;

const number = (value: unknown): number | null => (typeof value === "number" ? value : null);

/** What a row's workload is called: `4 KiB, 70 % read, 100 % random`. */
function workloadName(cell: (column: string) => unknown): string {
  const block = number(cell("block_bytes"));
  const read = number(cell("read_percent"));
  const random = number(cell("random_percent"));
  return [
    block === null ? "" : formatBinaryBytes(block),
    read === null ? "" : `${formatPercent(read)} read`,
    random === null ? "" : `${formatPercent(random)} random`,
  ]
    .filter(Boolean)
    .join(", ");
}

interface Row {
  configuration: string;
  run: string;
  workload: string;
  point: DepthPoint;
}

function rowsOf({ source }: MeasurementsData): Row[] {
  const depths = source.outstanding_ios ?? [];
  return depths.flatMap((outstanding, index): Row[] => {
    const cell = (column: string): unknown => source[column]?.[index] ?? null;
    const point = {
      outstanding: number(outstanding) ?? 0,
      threads: number(cell("threads")),
      queueDepth: number(cell("queue_depth")),
      iops: number(cell("iops")),
      latency: number(cell("latency_mean_ns")),
    };
    const run = String(cell("run_number") ?? "");
    // A logarithmic axis has no place for zero, and a point without both values has none in either panel.
    const drawable = point.outstanding > 0 && (point.iops !== null || point.latency !== null);
    return drawable
      ? [{ configuration: String(cell("configuration") ?? run), run, workload: workloadName(cell), point }]
      : [];
  });
}

/** The curves in order of first appearance; a name says only what tells them apart. */
export function depthCurves(data: MeasurementsData): DepthCurve[] {
  const rows = rowsOf(data);
  const workloads = new Set(rows.map(({ workload }) => workload)).size;
  const runs = new Set(rows.map(({ run }) => run)).size;
  const configurations = new Set(rows.map(({ configuration }) => configuration)).size;
  const curves = new Map<string, DepthPoint[]>();
  for (const { configuration, run, workload, point } of rows) {
    const title = runs > configurations ? `${configuration} (${run})` : configuration;
    const name = workloads > 1 ? [title, workload].filter(Boolean).join(": ") : title;
    curves.set(name, [...(curves.get(name) ?? []), point]);
  }
  return [...curves].map(([name, points]) => ({
    name: name || "Measured",
    points: points.toSorted((a, b) => a.outstanding - b.outstanding || (a.threads ?? 0) - (b.threads ?? 0)),
  }));
}

/** The point with the highest IOPS; null when none is known. */
export function peakOf({ points }: DepthCurve): DepthPoint | null {
  return points.reduce<DepthPoint | null>((top, point) => ((point.iops ?? -1) > (top?.iops ?? -1) ? point : top), null);
}

interface PanelPlace {
  index: number;
  value: (point: DepthPoint) => number | null;
  format: (value: number | null) => string;
  /** Which points have their value written beside them. */
  labelled: (point: DepthPoint, curve: DepthCurve) => boolean;
}

function curveSeries(curve: DepthCurve, order: number, place: PanelPlace, theme: ChartTheme): LineSeriesOption {
  const style = seriesStyle(theme, order);
  return {
    ...lineLook(style, theme),
    name: curve.name,
    xAxisIndex: place.index,
    yAxisIndex: place.index,
    showAllSymbol: true,
    clip: false,
    data: curve.points.map((point) => [point.outstanding, place.value(point)]),
    label: {
      show: true,
      // Beside the curve, which rises to the right: above it on the left, below it on the right.
      position: order === 0 ? "top" : "bottom",
      offset: order === 0 ? [-10, 0] : [10, 0],
      distance: 5,
      color: theme.text,
      fontSize: FONT_SIZE.label,
      formatter: ({ dataIndex }) => {
        const point = curve.points[dataIndex];
        return point && place.labelled(point, curve) ? place.format(place.value(point)) : "";
      },
    },
    labelLayout: { hideOverlap: true },
  };
}

function tooltipText(curves: DepthCurve[]) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hits = Array.isArray(params) ? params : [params];
    const [hit] = hits;
    const outstanding = Array.isArray(hit?.data) ? number(hit.data[0]) : null;
    if (outstanding === null) return "";
    const lines = curves.flatMap(({ name, points }) =>
      points
        .filter((point) => point.outstanding === outstanding)
        .map(({ threads, queueDepth, iops, latency }) => {
          const depth = threads !== null && queueDepth !== null ? ` (${threads} threads × ${queueDepth})` : "";
          return `${plainText(name)}${depth}  ${METRICS.iops.format(iops)} IOPS  ${METRICS.lat_mean.format(latency)}`;
        }),
    );
    return [`${outstanding} outstanding I/O`, ...lines].join("\n");
  };
}

export function queueDepthOption(data: MeasurementsData, theme: ChartTheme, view: ChartView): ChartOption {
  const curves = depthCurves(data);
  const points = curves.flatMap((curve) => curve.points);
  const depths = points.map(({ outstanding }) => outstanding);
  const plot = view.height - 2 * (TITLE_ROOM + AXIS_ROOM) - AXIS_TITLE_ROOM;
  const look = axisLook(theme);
  const latencyScale = axisScale(METRICS.lat_mean, Math.max(0, ...points.map(({ latency }) => latency ?? 0)));
  const iopsScale = axisScale(METRICS.iops, 0);
  const titles = ["IOPS", `Average latency (${latencyScale.unit})`];
  const heights = [plot * IOPS_SHARE, plot * (1 - IOPS_SHARE)];
  const tops = [TITLE_ROOM, 2 * TITLE_ROOM + AXIS_ROOM + plot * IOPS_SHARE];
  const places: PanelPlace[] = [
    {
      index: 0,
      value: ({ iops }) => iops,
      format: METRICS.iops.format,
      // On a narrow chart a steep curve would run through the values: only the highest is written there.
      labelled: (point, curve) =>
        curves.length <= LABELLED_CURVES && (view.width >= WIDE_FROM || point === peakOf(curve)),
    },
    { index: 1, value: ({ latency }) => latency, format: METRICS.lat_mean.format, labelled: () => false },
  ];
  return {
    ...baseOption(theme),
    grid: titles.map((_, index) => ({
      left: LABEL_ROOM,
      right: RIGHT,
      top: tops[index],
      height: heights[index],
      outerBoundsMode: "none",
    })),
    xAxis: titles.map((_, index) => ({
      ...look,
      ...(index === 1 ? axisTitle(theme, "Outstanding I/O (threads × queue depth)") : {}),
      type: "log",
      logBase: 2,
      gridIndex: index,
      // A little room on both sides keeps the first and last points and their labels off the edges.
      min: Math.min(...depths, 1024) * 0.75,
      max: Math.max(...depths, 1) * 1.2,
      axisLabel: { ...look.axisLabel, formatter: (value: number) => (Number.isInteger(value) ? String(value) : "") },
      axisTick: { show: false },
      splitLine: { ...look.splitLine, showMinLine: false, showMaxLine: false },
      axisPointer: { label: { show: false } },
    })),
    yAxis: titles.map((title, index) => ({
      ...look,
      ...panelTitle(theme, title, { gap: 12, indent: LABEL_ROOM - 4 }),
      type: "value",
      min: 0,
      splitNumber: 4,
      gridIndex: index,
      axisLabel: { ...look.axisLabel, formatter: (index === 0 ? iopsScale : latencyScale).format },
      axisPointer: { show: false },
    })),
    axisPointer: { link: [{ xAxisIndex: "all" }] },
    tooltip: textTooltip(theme, "axis", tooltipText(curves)),
    series: places.flatMap((place) => curves.map((curve, order) => curveSeries(curve, order, place, theme))),
  };
}
