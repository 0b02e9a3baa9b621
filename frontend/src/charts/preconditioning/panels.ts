/** The linked panels of a run over time, as an option: the preconditioning chart and the live chart are both drawn by it. */
import type { TooltipComponentFormatterCallbackParams } from "echarts";
import { axisScale, METRICS, type MetricName } from "@/lib/metrics";
import { formatElapsed } from "@/lib/units";
import { type ChartOption, type ChartSeries, type ChartView, WIDE_FROM } from "../definition";
import { axisLook, baseOption, panelTitle, textTooltip } from "../parts";
import type { ChartTheme } from "../theme";
import { bandSeries, highest, LINE_NAME, lineSeries, marks } from "./curves";
import { stripHeight, stripSeries } from "./strip";

/** One metric over time; NaN is a gap. `t` is ms since the start of I/O, the middle of each interval. */
export interface Panel {
  metric: MetricName;
  title: string;
  estimated: boolean;
  t: Float64Array;
  value: Float64Array;
  /** Lowest and highest value inside each interval, where one holds more than a single reading. */
  band: { low: Float64Array; high: Float64Array } | null;
}

export interface PhaseSpan {
  name: string;
  t0_ms: number;
  /** Null while the phase runs. */
  t1_ms: number | null;
}

export interface WindowSpan {
  t0_ms: number;
  t1_ms: number;
  label: string;
}

export interface TimePanels {
  panels: Panel[];
  phases: PhaseSpan[];
  window: WindowSpan | null;
  logLatency: boolean;
  /** Draws a running test: no zoom slider, the newest point at the right edge. */
  live: boolean;
}

const LABEL_ROOM = 46;
const RIGHT = 28;
const TITLE_ROOM = 26;
/** From a title down to its plot: the topmost label of the axis reaches half its height above the plot. */
const TITLE_GAP = 10;
const AXIS_ROOM = 26;
const SLIDER_ROOM = 40;

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function columnsAt(width: number, panelCount: number): number {
  return width >= WIDE_FROM && panelCount > 2 ? 2 : 1;
}

/** Where each panel's plot lies; only the panels of the first row have the strip with the names of the phases. */
function layout(data: TimePanels, view: ChartView): Box[] {
  const columns = columnsAt(view.width, data.panels.length);
  const rows = Math.ceil(data.panels.length / columns);
  const strip = stripHeight(data);
  const slider = hasSlider(data, view) ? SLIDER_ROOM : 4;
  const width = view.width / columns;
  const plot = (view.height - slider - strip) / rows - TITLE_ROOM - AXIS_ROOM;
  return data.panels.map((_, index) => {
    const row = Math.floor(index / columns);
    return {
      left: (index % columns) * width + LABEL_ROOM,
      top: row * (plot + TITLE_ROOM + AXIS_ROOM) + TITLE_ROOM + strip,
      width: width - LABEL_ROOM - RIGHT,
      height: plot,
    };
  });
}

function hasSlider(data: TimePanels, view: ChartView): boolean {
  return view.interactive && !data.live;
}

function isLog(panel: Panel, data: TimePanels): boolean {
  return data.logLatency && METRICS[panel.metric].unit === "ns";
}

function withUnit({ title, estimated }: Panel, unit: string | null): string {
  const notes = [unit, estimated ? "estimated" : null].filter((note) => note !== null);
  return notes.length > 0 ? `${title} (${notes.join(", ")})` : title;
}

/** First and last moment of all panels and phases, the same for every panel. */
export function timeExtent({ panels, phases }: Pick<TimePanels, "panels" | "phases">): [number, number] {
  const starts = [...panels.map(({ t }) => t[0]), ...phases.map(({ t0_ms }) => t0_ms)];
  const ends = [...panels.map(({ t }) => t.at(-1)), ...phases.map(({ t1_ms }) => t1_ms)];
  const known = (values: (number | null | undefined)[]) => values.filter((value): value is number => value != null);
  const first = Math.min(...known(starts));
  const last = Math.max(...known(ends));
  return Number.isFinite(first) && Number.isFinite(last) ? [first, Math.max(last, first + 1000)] : [0, 1000];
}

function tooltipText(data: TimePanels) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hits = (Array.isArray(params) ? params : [params]).filter(({ seriesName }) => seriesName === LINE_NAME);
    const rows = hits.map(({ seriesId, dataIndex }) => {
      const panel = data.panels[Number(seriesId?.slice("line-".length))];
      if (!panel) return "";
      const metric = METRICS[panel.metric];
      const [low, high] = [panel.band?.low[dataIndex], panel.band?.high[dataIndex]];
      const spread = Number.isFinite(low) ? `  (${metric.format(low)} to ${metric.format(high)})` : "";
      return `${metric.label}  ${metric.format(panel.value[dataIndex])}${spread}`;
    });
    const [hit] = hits;
    const panel = hit && data.panels[Number(hit.seriesId?.slice("line-".length))];
    return [panel ? formatElapsed(panel.t[hit.dataIndex]) : "", ...rows].join("\n");
  };
}

function zoom(data: TimePanels, theme: ChartTheme, view: ChartView): ChartOption["dataZoom"] {
  if (!hasSlider(data, view)) return [];
  // The vertical axes keep their range while zooming, so that two sections of one curve can be compared.
  const shared = { xAxisIndex: data.panels.map((_, index) => index), filterMode: "none" as const };
  return [
    { ...shared, type: "inside", zoomOnMouseWheel: "ctrl", moveOnMouseWheel: false, preventDefaultMouseMove: false },
    {
      ...shared,
      type: "slider",
      left: LABEL_ROOM,
      right: RIGHT,
      bottom: 8,
      height: 20,
      showDataShadow: false,
      brushSelect: false,
      borderColor: theme.axis,
      fillerColor: theme.window,
      handleStyle: { color: theme.background, borderColor: theme.axis },
      moveHandleSize: 0,
      showDetail: false,
    },
  ];
}

export function timePanelsOption(data: TimePanels, theme: ChartTheme, view: ChartView): ChartOption {
  const boxes = layout(data, view);
  const [first, last] = timeExtent(data);
  const columns = columnsAt(view.width, data.panels.length);
  const look = axisLook(theme);
  return {
    ...baseOption(theme),
    // Elapsed time is drawn on a time axis that begins at the epoch: its ticks then fall on whole minutes and hours.
    useUTC: true,
    grid: boxes.map((box) => ({ ...box, outerBoundsMode: "none" })),
    xAxis: boxes.map((box, index) => ({
      ...look,
      type: "time",
      gridIndex: index,
      min: first,
      max: last,
      splitNumber: Math.max(2, Math.floor(box.width / 90)),
      splitLine: { show: false },
      axisLabel: { ...look.axisLabel, textMargin: [0, 6], formatter: (value: number) => formatElapsed(value) },
      axisPointer: { label: { show: false } },
    })),
    yAxis: data.panels.map((panel, index) => {
      const scale = axisScale(METRICS[panel.metric], highest(panel.band?.high ?? panel.value));
      const log = isLog(panel, data);
      const gap = TITLE_GAP + (index < columns ? stripHeight(data) : 0);
      return {
        ...look,
        ...panelTitle(theme, withUnit(panel, scale.unit), {
          gap,
          indent: LABEL_ROOM - 4,
        }),
        ...(log ? { type: "log" as const } : { type: "value" as const, min: 0 }),
        gridIndex: index,
        splitNumber: 4,
        axisLabel: { ...look.axisLabel, formatter: scale.format },
        axisPointer: { show: false },
      };
    }),
    axisPointer: { link: [{ xAxisIndex: "all" }] },
    dataZoom: zoom(data, theme, view),
    tooltip: textTooltip(theme, "axis", tooltipText(data)),
    series: data.panels.flatMap((panel, index): ChartSeries[] => {
      const log = isLog(panel, data);
      return [
        marks(data, index, theme),
        ...bandSeries(panel, index, log, theme),
        lineSeries(panel, index, log, theme),
        ...(index < columns ? stripSeries(data, index, last, theme) : []),
      ];
    }),
  };
}
