/** Where ECharts comes in: the parts that our charts share, and its instances. A rare kind registers its own parts beside itself. */
import { BarChart, CustomChart, LineChart } from "echarts/charts";
import {
  AxisPointerComponent,
  DataZoomComponent,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
} from "echarts/components";
import { type ECharts, init, use } from "echarts/core";
import { LabelLayout } from "echarts/features";
import { CanvasRenderer, SVGRenderer } from "echarts/renderers";
import type { ChartOption } from "./definition";

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

export type ChartInstance = ECharts;
export type Renderer = "canvas" | "svg";

/** Starts a chart in an element; the caller disposes of it. */
export function startChart(element: HTMLElement, renderer: Renderer): ChartInstance {
  return init(element, null, { renderer, width: element.clientWidth, height: element.clientHeight });
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
