/** A matrix of a report: one coloured cell for each row and column, with its value written in it. */
import type { CustomSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { type ChartOption, type ChartView, WIDE_FROM } from "../definition";
import { axisTitle, baseOption, panelTitle, plainText, textTooltip, textWidth, yLook } from "../parts";
import { cellColour } from "../ramp";
import type { MatrixPanel } from "../report/panels";
import { axisText, valueText } from "../report/units";
import { CELL, type ChartTheme, FONT_FAMILY, FONT_SIZE } from "../theme";

const TOP = 34;
const BOTTOM = 46;
const ROW = 32;
const RIGHT = 12;

/**
 * Return the position of values between the minimum and the maximum, by their logarithms where they span more than a
 * power of ten.
 */
export function shareOf(data: MatrixPanel): (value: number) => number {
  const values = data.values.flat().filter((value): value is number => value !== null);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (!(high > low)) return () => 0.5;
  if (low > 0 && high / low > 10) return (value) => Math.log(value / low) / Math.log(high / low);
  return (value) => (value - low) / (high - low);
}

export function matrixHeight(data: MatrixPanel): number {
  return TOP + BOTTOM + Math.max(data.rows.length, 2) * ROW;
}

function cells(
  data: MatrixPanel,
  theme: ChartTheme,
  tick: (value: number) => string,
  size: number,
): CustomSeriesOption {
  const share = shareOf(data);
  return {
    type: "custom",
    name: data.title,
    data: data.values.flatMap((row, y) => row.map((value, x) => [x, y, value ?? "-"])),
    encode: { x: 0, y: 1 },
    renderItem: (_, api) => {
      const [x = 0, y = 0] = api.coord([api.value(0), api.value(1)]);
      const [width = 0, height = 0] = (api.size?.([1, 1]) ?? []) as number[];
      const value = data.values[Number(api.value(1))]?.[Number(api.value(0))] ?? null;
      const colour = value === null ? null : cellColour(theme, share(value));
      return {
        type: "rect",
        shape: {
          x: x - width / 2 + CELL.gap / 2,
          y: y - height / 2 + CELL.gap / 2,
          width: width - CELL.gap,
          height: height - CELL.gap,
          r: CELL.radius,
        },
        style: { fill: colour?.fill ?? theme.background, stroke: colour ? "none" : theme.gridLine },
        textConfig: { position: "inside" },
        textContent: {
          type: "text",
          style: {
            text: value === null ? "n/a" : tick(value),
            fill: colour?.text ?? theme.dimmed,
            fontFamily: FONT_FAMILY,
            fontSize: size,
            fontWeight: 500,
          },
        },
      };
    },
  };
}

function tooltipText(data: MatrixPanel) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hit = Array.isArray(params) ? params[0] : params;
    const [x, y] = Array.isArray(hit?.data) ? (hit.data as number[]) : [];
    if (x === undefined || y === undefined) return "";
    const place = `${plainText(data.rows[y] ?? "")}, ${plainText(data.columns[x] ?? "")}`;
    return `${place}\n${data.value.label}  ${valueText(data.value.unit, data.values[y]?.[x] ?? null, 4)}`;
  };
}

export function matrixOption(data: MatrixPanel, theme: ChartTheme, view: ChartView): ChartOption {
  const narrow = view.width < WIDE_FROM;
  const size = narrow ? 10 : FONT_SIZE.title;
  const left = Math.max(...data.rows.map((row) => textWidth(row, FONT_SIZE.label)), 20) + 12;
  const values = data.values.flat().filter((value): value is number => value !== null);
  const text = axisText(data.value, Math.max(...values, 0));
  const look = yLook(theme, { split: false });
  const axis = { ...look, axisTick: { show: false }, splitLine: { show: false }, axisPointer: { show: false } };
  // Four digits do not fit a narrow cell.
  const short = (value: number) => {
    const full = text.tick(value);
    return textWidth(full, size) > (view.width - left - RIGHT) / data.columns.length - 2
      ? text.tick(Number(value.toPrecision(2)))
      : full;
  };
  return {
    ...baseOption(theme),
    grid: [{ left, right: RIGHT, top: TOP, height: view.height - TOP - BOTTOM, outerBoundsMode: "none" }],
    xAxis: [{ ...axis, ...axisTitle(theme, data.column_label), type: "category", data: [...data.columns] }],
    yAxis: [
      {
        ...axis,
        ...panelTitle(theme, `${text.title} by ${data.row_label.toLowerCase()}`, { gap: 12, indent: left - 4 }),
        type: "category",
        // The first row is at the top, with the name of the axis above it.
        inverse: true,
        nameLocation: "start",
        data: [...data.rows],
        axisLabel: { ...look.axisLabel, interval: 0 },
      },
    ],
    tooltip: textTooltip(theme, "item", tooltipText(data)),
    series: [cells(data, theme, short, size)],
  };
}
