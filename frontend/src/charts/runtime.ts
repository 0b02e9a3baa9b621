/**
 * Entry point of ECharts: the parts that our charts share, and its instances. A rare kind registers its own parts
 * beside itself.
 */
import { BarChart, CustomChart, LineChart } from "echarts/charts";
import {
  AxisPointerComponent,
  DataZoomComponent,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
} from "echarts/components";
import { type ECharts, init, setPlatformAPI, use } from "echarts/core";
import { LabelLayout } from "echarts/features";
import { CanvasRenderer, SVGRenderer } from "echarts/renderers";
import type { ChartOption } from "./definition";
import { strokeInPieces } from "./long-strokes";
import { withTooltipElements } from "./tooltip";

use([
  BarChart,
  CustomChart,
  LineChart,
  AxisPointerComponent,
  DataZoomComponent,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
  LabelLayout,
  CanvasRenderer,
  SVGRenderer,
]);

// A server that draws charts as SVG has no canvas.
if (typeof document !== "undefined") {
  setPlatformAPI({
    createCanvas: () => {
      const canvas = document.createElement("canvas");
      const context = canvas.getContext("2d");
      if (context) strokeInPieces(context);
      return canvas;
    },
  });
}

export type ChartInstance = ECharts;
export type Renderer = "canvas" | "svg";

/** With more points a chart is drawn on a canvas; SVG is first on the screen with fewer (ADR 0025). */
export const MAX_SVG_POINTS = 2000;

/** Long lines are flat arrays, x and y in turn. */
const countOf = (data: unknown): number =>
  data instanceof Float64Array ? data.length / 2 : Array.isArray(data) ? data.length : 0;

/** Choose the renderer of an option by the number of its points. */
export function rendererFor({ series }: ChartOption): Renderer {
  const points = series.reduce((sum, { data }) => sum + countOf(data), 0);
  return points > MAX_SVG_POINTS ? "canvas" : "svg";
}

/** Starts a chart in an element; the caller disposes of it, and names the element in place of the texts of the drawing. */
export function startChart(element: HTMLElement, renderer: Renderer): ChartInstance {
  const chart = init(element, null, { renderer, width: element.clientWidth, height: element.clientHeight });
  element.querySelector("svg")?.setAttribute("aria-hidden", "true");
  return chart;
}

/**
 * Number of options drawn. It makes the name of a custom series unique, since such a series has to begin empty each
 * time.
 */
let drawings = 0;

/**
 * Draw an option in place of the previous one.
 *
 * A custom series reuses the elements that ECharts drew there last, even of another kind, such as a box in place of a
 * text. A name of its own discards the previous drawing. Clearing the chart would do so too, but draw it twice.
 *
 * With `paintLater` the chart is painted in the next frame and not at once. Both steps together would block a page in
 * use for their whole duration.
 */
export function replaceOption(chart: ChartInstance, option: ChartOption, { paintLater = false } = {}): void {
  drawings += 1;
  const series = option.series.map((entry, place) =>
    entry.type === "custom" ? { ...entry, id: `${entry.id ?? `custom-${place}`}/${drawings}` } : entry,
  );
  chart.setOption(withTooltipElements({ ...option, series }), { notMerge: true, lazyUpdate: paintLater });
  // An option that waits is taken when a chart is fitted to its box, and that alone does not paint.
  if (paintLater) chart.resize({ width: chart.getWidth(), height: chart.getHeight() });
}

/** Draws an option as an SVG document, without a page. */
export function drawSvg(option: ChartOption, width: number, height: number): string {
  const chart = init(null, null, { renderer: "svg", ssr: true, width, height });
  try {
    chart.setOption(option, { notMerge: true });
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}
