/** A map of coloured cells with their values: rows upwards, columns to the right, what was not measured left empty. */
import type { CustomSeriesOption, TooltipComponentFormatterCallbackParams } from "echarts";
import { type ChartOption, type ChartView, isWide } from "../definition";
import { axisTitle, baseOption, fitText, panelTitle, plainText, textTooltip, textWidth, yLook } from "../parts";
import type { CellColour } from "../ramp";
import { CELL, type ChartTheme, FONT_FAMILY, FONT_SIZE } from "../theme";

const TOP = 34;
const BOTTOM = 46;
const ROW = 30;
const RIGHT = 12;
const OUTLINE = 2;
/** Values are written into the cells of a map with as many at most. */
const LABELLED_CELLS = 120;

export interface HeatCell {
  colour: CellColour;
  /** Texts of the cell; the longest form that fits is drawn. */
  texts: readonly string[];
  /** Text of the tooltip. */
  detail: string;
  outlined?: boolean;
  /** Outlined in the colour of errors. */
  isWorse?: boolean;
  /** True for a cell of one run beside cells of several: it is marked by an open circle. */
  single?: boolean;
}

export interface HeatMap {
  name: string;
  /** Title of the values of the cells; null where the page shows it. */
  title: string | null;
  rowTitle: string;
  columnTitle: string;
  /** From the bottom up. */
  rows: readonly string[];
  columns: readonly string[];
  /** By row and column; null was not measured. */
  cells: readonly (readonly (HeatCell | null)[])[];
}

export function heatMapHeight({ rows }: Pick<HeatMap, "rows">): number {
  return TOP + BOTTOM + Math.max(rows.length, 2) * ROW;
}

function cellSeries(map: HeatMap, theme: ChartTheme, view: ChartView, room: number): CustomSeriesOption {
  const size = isWide(view) ? FONT_SIZE.title : 10;
  const labelled = map.rows.length * map.columns.length <= LABELLED_CELLS;
  return {
    type: "custom",
    name: map.name,
    data: map.cells.flatMap((row, y) => row.map((cell, x) => [x, y, cell ? 1 : "-"])),
    encode: { x: 0, y: 1 },
    renderItem: (_, api) => {
      const cell = map.cells[Number(api.value(1))]?.[Number(api.value(0))] ?? null;
      const [x = 0, y = 0] = api.coord([api.value(0), api.value(1)]);
      const [width = 0, height = 0] = (api.size?.([1, 1]) ?? []) as number[];
      const outline = cell?.isWorse ? theme.limit : cell?.outlined ? theme.text : null;
      const inset = CELL.gap / 2 + (outline ? OUTLINE / 2 : 0);
      const text = cell?.texts.find((form) => textWidth(form, size) <= room - 2 * CELL.gap);
      const rect = {
        type: "rect" as const,
        shape: {
          x: x - width / 2 + inset,
          y: y - height / 2 + inset,
          width: width - 2 * inset,
          height: height - 2 * inset,
          r: CELL.radius,
        },
        style: {
          fill: cell?.colour.fill ?? theme.background,
          stroke: cell ? (outline ?? "none") : theme.gridLine,
          lineWidth: outline ? OUTLINE : 1,
        },
        textConfig: { position: "inside" as const },
        textContent: {
          type: "text" as const,
          style: {
            text: labelled ? (text ?? "") : "",
            fill: cell?.colour.text ?? theme.dimmed,
            fontFamily: FONT_FAMILY,
            fontSize: size,
            fontWeight: 500,
          },
        },
      };
      if (!cell?.single) return rect;
      const circle = {
        type: "circle" as const,
        shape: { cx: x + width / 2 - inset - 6, cy: y - height / 2 + inset + 6, r: 3 },
        style: { fill: "none", stroke: cell.colour.text, lineWidth: 1.25 },
        z2: 2,
      };
      return { type: "group", children: [rect, circle] };
    },
  };
}

/** The share of its width that the names of rows have at most: the cells need the rest. */
const MAX_NAME_SHARE = 0.35;

/** Narrower columns are named as far as their names have room. */
const NARROW_COLUMN = 40;

const columnText = (name: string, room: number): string =>
  room < NARROW_COLUMN ? name : fitText(name, FONT_SIZE.label, room - CELL.gap);

function tooltipText(map: HeatMap) {
  return (params: TooltipComponentFormatterCallbackParams): string => {
    const hit = Array.isArray(params) ? params[0] : params;
    const [x, y] = Array.isArray(hit?.data) ? (hit.data as number[]) : [];
    if (x === undefined || y === undefined) return "";
    return plainText(map.cells[y]?.[x]?.detail ?? `${map.rows[y]}, ${map.columns[x]}: not measured`);
  };
}

export function heatMapOption(map: HeatMap, theme: ChartTheme, view: ChartView): ChartOption {
  const maxNameWidth = view.width * MAX_NAME_SHARE;
  const left = Math.min(Math.max(...map.rows.map((row) => textWidth(row, FONT_SIZE.label)), 20), maxNameWidth) + 12;
  const look = yLook(theme, { split: false });
  const axis = { ...look, axisTick: { show: false }, splitLine: { show: false }, axisPointer: { show: false } };
  const top = map.title === null ? 4 : TOP;
  const room = (view.width - left - RIGHT) / Math.max(map.columns.length, 1);
  return {
    ...baseOption(theme),
    grid: [{ left, right: RIGHT, top, height: view.height - top - BOTTOM, outerBoundsMode: "none" }],
    xAxis: [
      {
        ...axis,
        ...axisTitle(theme, map.columnTitle),
        type: "category",
        data: [...map.columns],
        axisLabel: { ...look.axisLabel, formatter: (name: string) => columnText(name, room) },
      },
    ],
    yAxis: [
      {
        ...axis,
        ...(map.title === null
          ? {}
          : panelTitle(theme, `${map.title} by ${map.rowTitle}`, { gap: 12, indent: left - 4 })),
        type: "category",
        data: [...map.rows],
        axisLabel: {
          ...look.axisLabel,
          interval: 0,
          formatter: (name: string) => fitText(name, FONT_SIZE.label, maxNameWidth),
        },
      },
    ],
    tooltip: textTooltip(theme, "item", tooltipText(map)),
    series: [cellSeries(map, theme, view, room)],
  };
}
