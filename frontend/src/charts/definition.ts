/** Chart definition: pure functions from its data to an ECharts option, a legend, a sentence and a table. */
import type {
  BarSeriesOption,
  CustomSeriesOption,
  DataZoomComponentOption,
  GridComponentOption,
  LineSeriesOption,
  ParallelComponentOption,
  ParallelSeriesOption,
  TooltipComponentOption,
  XAXisComponentOption,
  YAXisComponentOption,
} from "echarts";
import type { ChartTheme, SeriesStyle } from "./theme";
import type { Extent } from "./zoom";

export type ChartSeries = (LineSeriesOption | BarSeriesOption | CustomSeriesOption | ParallelSeriesOption) & {
  /** The name of the curve that the series belongs to, where its own name is another. */
  curve?: string;
  /** The curve of each of its items, where they belong to several. */
  itemCurves?: readonly string[];
  /** Axes of the series; the first of both by default. */
  xAxisIndex?: number;
  yAxisIndex?: number;
};

/** An axis of parallel coordinates: ECharts names no type for it. */
export type ParallelAxis = Pick<YAXisComponentOption, "name" | "axisLabel" | "inverse"> & {
  id: string;
  dim: number;
  type: "value" | "log";
  min: number;
  max: number;
  [more: string]: unknown;
};

/** The part of ECharts' option that our charts use; every list is a list, never a single object. */
export type ChartOption = {
  animation: false;
  useUTC?: boolean;
  backgroundColor: string;
  textStyle: { fontFamily: string; fontSize: number; color: string };
  grid: GridComponentOption[];
  xAxis: XAXisComponentOption[];
  yAxis: YAXisComponentOption[];
  /** Only of parallel coordinates, which register what draws them themselves. */
  parallel?: ParallelComponentOption[];
  parallelAxis?: ParallelAxis[];
  axisPointer?: { link: { xAxisIndex: "all" }[]; triggerEmphasis?: boolean };
  dataZoom?: DataZoomComponentOption[];
  tooltip: TooltipComponentOption;
  series: ChartSeries[];
};

/** The room a chart is drawn in, in CSS px; a picture that is not interactive has no zoom controls. */
export interface ChartView {
  width: number;
  height: number;
  interactive: boolean;
  /** Curves that the reader has hidden, for a chart that shows text in their place. */
  hidden?: ReadonlySet<string>;
  /** From this width on it is drawn in its wide form; WIDE_FROM unless given. */
  wideFrom?: number;
}

/** One entry of the legend; `name` is the name of the series that it shows and hides. */
export interface LegendItem {
  name: string;
  kind: "line" | "band" | "area";
  style: SeriesStyle;
  /** True if the curve is drawn with symbols. */
  symbol: boolean;
}

export type Cell = string | number | null;

export interface TableColumn {
  label: string;
  /** Unit of the exact values, as exports write it; null for text and plain numbers. */
  unit: string | null;
  /** Return the displayed text of a value; exports keep the exact one. */
  format: (value: Cell) => string;
}

export interface DataTable {
  caption: string;
  columns: TableColumn[];
  rows: Cell[][];
}

export interface ChartDefinition<Data> {
  id: string;
  title: string;
  /** Return the height in px for a width, known before the drawing so that nothing jumps. */
  height: (data: Data, width: number) => number;
  option: (data: Data, theme: ChartTheme, view: ChartView) => ChartOption;
  legend: (data: Data, theme: ChartTheme) => LegendItem[];
  /** Return the subject beside the title: the workload, the metric, the unit. */
  subtitle?: (data: Data) => string;
  /** Return one to three sentences that describe the curves. */
  describe: (data: Data) => string;
  /** Return the part of that which the drawing does not show, for below the chart; all of it by default. */
  caption?: (data: Data) => string;
  /** The curves that have their names at their ends where it is wide and they are few. */
  endNames?: (data: Data) => readonly string[];
  table: (data: Data) => DataTable;
  /** True if a reader can zoom into sections of it. */
  zoomable: boolean;
  /** True if each curve of the legend may have a panel of its own where there are many. */
  multiples?: true | undefined;
  /** The time axis, for a chart whose section the page may keep. */
  extent?: (data: Data) => Extent;
  /** Return the kind of stored samples that are drawn, for charts that may draw fewer than there are. */
  provenance?: (data: Data) => string | null;
  /** A choice that the reader has about how the data are drawn. */
  toggle?:
    | {
        label: string;
        /** True if it makes an axis logarithmic. */
        isLog?: true;
        apply: (data: Data, on: boolean) => Data;
      }
    | undefined;
  /** Quantity along its horizontal axis; charts of a page with the same quantity link their pointers. */
  along?: Along;
}

/** Elapsed time of one run, time from the start of each, and outstanding I/O. */
export type Along = "run-time" | "elapsed" | "outstanding";

/** From this width on, in px, a chart uses its wide form; heights differ only between the two forms. */
export const WIDE_FROM = 700;

export const isWide = ({ width, wideFrom = WIDE_FROM }: Pick<ChartView, "width" | "wideFrom">): boolean =>
  width >= wideFrom;

/** The chart at a height of the page, without captions: one of two columns is as high as the one beside it. */
export const ofHeight = <Data>(definition: ChartDefinition<Data>, height: number): ChartDefinition<Data> => ({
  ...definition,
  height: () => height,
  caption: () => "",
  provenance: undefined,
});

/** A panel of a workbench has the wide form from this width on: the legend is beside all panels. */
export const PANEL_WIDE_FROM = 280;

/** The chart as a panel of a workbench, as high as its place there. */
export const asPanel = <Data>(definition: ChartDefinition<Data>, height: number): ChartDefinition<Data> => ({
  ...ofHeight(definition, height),
  // The page arranges panels, not their charts, and a panel has its own choice of a logarithmic axis.
  multiples: undefined,
  toggle: definition.toggle?.isLog ? undefined : definition.toggle,
  option: (data, theme, view) => definition.option(data, theme, { ...view, wideFrom: PANEL_WIDE_FROM }),
});

/** The option without the series whose names are hidden. */
export function withoutHidden(option: ChartOption, hidden: ReadonlySet<string>): ChartOption {
  return { ...option, series: option.series.filter(({ name }) => !hidden.has(String(name))) };
}
