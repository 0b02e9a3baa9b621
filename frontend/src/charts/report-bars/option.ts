/** Grouped bars, where the specification draws bars in three dimensions: no bar hides another. */
import type { BarSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import type { ChartOption, ChartView } from "../definition";
import { axisTitle, baseOption, panelTitle, plainText, textTooltip, xLook, yLook } from "../parts";
import { rampColour } from "../ramp";
import type { MatrixPanel } from "../report/panels";
import { axisText, valueText } from "../report/units";
import type { ChartTheme, SeriesStyle } from "../theme";
import { seriesStyle } from "../theme";

const LABEL_ROOM = 52;
const RIGHT = 12;
const TOP = 34;
const BOTTOM = 46;

/** Return the style of a column. Columns have an order of their own: their colours follow a scale, in that order. */
export function columnStyle(data: MatrixPanel, theme: ChartTheme, index: number): SeriesStyle {
  return { ...seriesStyle(theme, 0), colour: rampColour(theme, index, data.columns.length) };
}

function tooltipText(data: MatrixPanel) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hits = Array.isArray(params) ? params : [params];
    const row = hits[0]?.dataIndex ?? -1;
    const lines = data.columns.map(
      (column, index) => `${plainText(column)}  ${valueText(data.value.unit, data.values[row]?.[index] ?? null, 4)}`,
    );
    return [plainText(data.rows[row] ?? ""), ...lines].join("\n");
  };
}

export function barsOption(data: MatrixPanel, theme: ChartTheme, view: ChartView): ChartOption {
  const values = data.values.flat().filter((value): value is number => value !== null);
  const text = axisText(data.value, Math.max(...values, 0));
  const look = xLook(theme);
  const upright = yLook(theme);
  return {
    ...baseOption(theme),
    grid: [{ left: LABEL_ROOM, right: RIGHT, top: TOP, height: view.height - TOP - BOTTOM, outerBoundsMode: "none" }],
    xAxis: [
      {
        ...look,
        ...axisTitle(theme, data.row_label),
        type: "category",
        data: [...data.rows],
        splitLine: { show: false },
        axisTick: { show: false },
        axisPointer: { type: "shadow", label: { show: false } },
      },
    ],
    yAxis: [
      {
        ...upright,
        ...panelTitle(theme, text.title, { gap: 12, indent: LABEL_ROOM - 4 }),
        type: "value",
        min: 0,
        axisLabel: { ...upright.axisLabel, formatter: text.tick },
        axisPointer: { show: false },
      },
    ],
    tooltip: textTooltip(theme, "axis", tooltipText(data)),
    series: data.columns.map(
      (column, index): BarSeriesOption => ({
        type: "bar",
        name: column,
        barGap: "0%",
        barCategoryGap: "20%",
        emphasis: { disabled: true },
        itemStyle: { color: columnStyle(data, theme, index).colour },
        data: data.rows.map((_, row) => data.values[row]?.[index] ?? "-"),
      }),
    ),
  };
}
