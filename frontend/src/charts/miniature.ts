/** A chart as a picture of some dozen pixels, for rows of lists: its curves, bars or cells without any text. */
import type { ChartDefinition, ChartOption, ChartSeries } from "./definition";
import { drawSvg } from "./runtime";
import { THEMES, type ThemeName } from "./theme";

export interface Miniature {
  theme: ThemeName;
  width: number;
  height: number;
}

/** The width, in px, of a page on a phone, for which charts have their narrow height. */
const PHONE_WIDTH = 360;
/** It is drawn at least and at most this many times as large. */
const MIN_SCALE = 2;
const MAX_SCALE = 12;
/** In px of the picture. */
const LINE_WIDTH = 1.4;
const POINT_SIZE = 2;
const PADDING = 1;

/** Draws the first panel of a chart. What is too small to be read is left out: axes, names, values and marks. */
export function drawMiniature<Data>(definition: ChartDefinition<Data>, data: Data, miniature: Miniature): string {
  const { theme, width, height } = miniature;
  // At about the height of the whole chart, so that bars and gaps with a width in pixels have their proportions.
  const scale = Math.min(Math.max(definition.height(data, PHONE_WIDTH) / height, MIN_SCALE), MAX_SCALE);
  const view = { width: Math.round(width * scale), height: Math.round(height * scale), interactive: false };
  const option = withoutDetails(definition.option(data, THEMES[theme], view), scale);
  const drawing = withoutTexts(drawSvg(option, view.width, view.height));
  return drawing.replace(/^<svg [^>]*>/, () => {
    const box = `width="${width}" height="${height}" viewBox="0 0 ${view.width} ${view.height}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${box} preserveAspectRatio="none">`;
  });
}

/** Return the option with its first grid over the whole picture, and nothing but what is in that grid. */
function withoutDetails(option: ChartOption, scale: number): ChartOption {
  const xAxis = option.xAxis.map((axis) => ({ ...axis, show: false }));
  const yAxis = option.yAxis.map((axis) => ({ ...axis, show: false }));
  const isFirst = ({ xAxisIndex = 0, yAxisIndex = 0 }: ChartSeries) =>
    (xAxis[xAxisIndex]?.gridIndex ?? 0) === 0 && (yAxis[yAxisIndex]?.gridIndex ?? 0) === 0;
  const padding = PADDING * scale;
  const whole = { left: padding, right: padding, top: padding, bottom: padding, containLabel: false };
  return {
    ...option,
    backgroundColor: "transparent",
    tooltip: { show: false },
    dataZoom: [],
    grid: option.grid.map((grid, place) =>
      place === 0 ? { ...whole, id: grid.id } : { ...grid, show: false },
    ) as never,
    xAxis: xAxis as never,
    yAxis: yAxis as never,
    series: option.series.filter(isFirst).map((series) => withoutMarks(series, scale)),
  };
}

function withoutMarks(series: ChartSeries, scale: number): ChartSeries {
  if (series.type !== "line") return { ...series, markLine: undefined, markPoint: undefined } as ChartSeries;
  const { lineStyle } = series;
  const hasLine = lineStyle?.width !== 0 && lineStyle?.opacity !== 0;
  const isPoint = Array.isArray(series.data) && series.data.length < 2;
  return {
    ...series,
    markLine: undefined,
    markPoint: undefined,
    endLabel: { show: false },
    label: { show: false },
    showSymbol: !hasLine || isPoint,
    symbolSize: POINT_SIZE * scale,
    lineStyle: { ...lineStyle, ...(hasLine ? { width: LINE_WIDTH * scale } : {}) },
  } as ChartSeries;
}

/** Bars and cells write their values and names into the drawing. */
function withoutTexts(svg: string): string {
  return svg
    .replace(/<style\b[^>]*>.*?<\/style>/gs, "")
    .replace(/<text\b[^>]*>.*?<\/text>/gs, "")
    .replace(/ (?:class|style|ecmeta_\w+)="[^"]*"/g, "");
}
