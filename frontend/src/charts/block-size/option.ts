/** Block sizes from small to large: IOPS and throughput beside each other, or above each other over all sizes. */
import { isMeasured } from "../changes";
import type { ChartOption, ChartView } from "../definition";
import { limitSeries } from "../sweeps/limit-lines";
import { type LinePanels, linePanelsHeight, linePanelsOption } from "../sweeps/line-panels";
import type { ChartTheme } from "../theme";
import { type BlockSizeData, blockPanels, dualPanels } from "./panels";

/** Height of two plots, one above the other: two metrics over all sizes never share a plot. */
const STACKED_HEIGHT = 480;

const panelsOf = (data: BlockSizeData): LinePanels => ({
  ...data,
  panels: data.dual ? dualPanels(data) : blockPanels(data),
  columns: data.dual ? 1 : 2,
});

const isStacked = (data: BlockSizeData): boolean => data.dual === true && panelsOf(data).panels.length > 1;

export const blockSizeHeight = (data: BlockSizeData, width: number): number =>
  isStacked(data) ? STACKED_HEIGHT : linePanelsHeight(panelsOf(data), width);

/** Without the labels of all horizontal axes but the lowest, which has the same places. */
function withOneAxis(option: ChartOption): ChartOption {
  const last = option.xAxis.length - 1;
  return {
    ...option,
    xAxis: option.xAxis.map((axis, index) =>
      index === last ? axis : ({ ...axis, name: "", axisLabel: { ...axis.axisLabel, show: false } } as typeof axis),
    ),
  };
}

export function blockSizeOption(data: BlockSizeData, theme: ChartTheme, view: ChartView): ChartOption {
  const panels = panelsOf(data);
  const columns = Math.min(panels.columns, panels.panels.length);
  const option = linePanelsOption({ ...panels, columns }, theme, view);
  const limits = isMeasured(data)
    ? []
    : panels.panels.flatMap((panel, index) => limitSeries(data.curves, panel, index, theme));
  const drawn = { ...option, series: [...option.series, ...limits] };
  return isStacked(data) ? withOneAxis(drawn) : drawn;
}
