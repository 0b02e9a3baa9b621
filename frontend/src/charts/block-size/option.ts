/** Block sizes from small to large: IOPS and throughput beside each other, or on two axes of one panel. */
import { charts as words } from "@/messages/charts";
import { axisText, isMeasured } from "../changes";
import type { ChartOption, ChartView } from "../definition";
import { limitSeries } from "../sweeps/limit-lines";
import { type LinePanels, linePanelsHeight, linePanelsOption } from "../sweeps/line-panels";
import type { ChartTheme } from "../theme";
import { type BlockSizeData, blockPanels, dualPanels } from "./panels";

const RIGHT = 56;
/** Without an axis on the right. */
const EDGE = 24;
const DASH = [7, 4];

const panelsOf = (data: BlockSizeData): LinePanels => ({
  ...data,
  panels: data.dual ? dualPanels(data) : blockPanels(data),
  columns: 2,
});

// The reader's toggle must not move the page: both forms are as high as the one in panels.
export const blockSizeHeight = (data: BlockSizeData, width: number): number =>
  linePanelsHeight(panelsOf({ ...data, dual: false }), width);

/** The second panel laid over the first, with its axis on the right; on one axis where both are of the baseline's. */
function inOnePanel(option: ChartOption, data: BlockSizeData, view: ChartView): ChartOption {
  const [grid] = option.grid;
  const [x] = option.xAxis;
  const [first, second] = option.yAxis;
  if (!grid || !x || !first || !second) return option;
  const bottom = 46;
  const top = Number(grid.top);
  const isOneAxis = isMeasured(data);
  const right = isOneAxis ? EDGE : RIGHT;
  return {
    ...option,
    axisPointer: undefined,
    grid: [{ ...grid, width: view.width - Number(grid.left) - right, height: view.height - top - bottom }],
    xAxis: [x],
    yAxis: isOneAxis
      ? [{ ...first, name: axisText(data, words.changes.both) }]
      : [
          first,
          {
            ...second,
            gridIndex: 0,
            position: "right",
            splitLine: { show: false },
            nameTextStyle: { ...first.nameTextStyle, align: "right", padding: [0, -(RIGHT - 8), 0, 0] },
          },
        ],
    series: option.series.map((series) => {
      const isSecond = (series as { yAxisIndex?: number }).yAxisIndex === 1;
      const drawn = { ...series, xAxisIndex: 0, yAxisIndex: isSecond && !isOneAxis ? 1 : 0 };
      const look = (series as { lineStyle?: object }).lineStyle;
      return { ...drawn, lineStyle: { ...look, type: isSecond ? DASH : "solid" } } as typeof series;
    }),
  };
}

export function blockSizeOption(data: BlockSizeData, theme: ChartTheme, view: ChartView): ChartOption {
  const panels = panelsOf(data);
  const drawn = (columns: number): ChartOption => {
    const option = linePanelsOption({ ...panels, columns }, theme, view);
    if (isMeasured(data)) return option;
    const limits = panels.panels.flatMap((panel, index) => limitSeries(data.curves, panel, index, theme));
    return { ...option, series: [...option.series, ...limits] };
  };
  if (!data.dual || panels.panels.length < 2) return drawn(Math.min(2, panels.panels.length));
  return inOnePanel(drawn(1), data, view);
}
