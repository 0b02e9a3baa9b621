/** Small multiples: a chart of many curves with a panel for each of them, all with the axes that they had together. */
import { charts as words } from "@/messages/charts";
import type { Arrangement } from "./arrangement";
import { type ChartDefinition, type ChartOption, type ChartSeries, type ChartView, WIDE_FROM } from "./definition";
import { ENDS_ID } from "./ends";
import { fitEnds, textWidth } from "./parts";
import { commonLimits } from "./shared-limits";
import { type ChartTheme, FONT_SIZE, THEMES } from "./theme";

/** With more curves than these a reader is offered small multiples. */
export const CROWDED = 5;
/**
 * Maximum of curves that colours and symbols distinguish. More are drawn as small multiples unless the reader chooses
 * otherwise.
 */
const MAX_CURVES_TOGETHER = 8;

/** Return the names of the curves to arrange, as in the legend; none for a chart that cannot be split. */
export function curveNames<Data>(definition: ChartDefinition<Data>, data: Data): string[] {
  if (!definition.multiples) return [];
  const lines = definition.legend(data, THEMES.light).filter(({ kind }) => kind === "line");
  return [...new Set(lines.map(({ name }) => name))];
}

/** Return true if this number of curves is drawn separately, given the reader's choice. */
export function areApart(count: number, wanted: Arrangement | undefined): boolean {
  return count > 1 && (wanted ?? (count > MAX_CURVES_TOGETHER ? "apart" : "one")) === "apart";
}

const COLUMNS = 3;
/** In a panel of a workbench each has so much width at least, where that leaves several. */
const PANEL_CELL = 165;
const LEFT = 52;
const RIGHT = 20;
const TITLE = 30;
const PLOT = 120;
const TICKS = 24;
const AXIS_TITLE = 22;

interface Layout {
  columns: number;
  rows: number;
  /** Panels of one curve, below each other. */
  depth: number;
  /** Height of the area below all panels. */
  foot: number;
}

function columnsIn({ width, wideFrom }: Pick<ChartView, "width" | "wideFrom">, count: number): number {
  if (wideFrom !== undefined) {
    const maxColumns = Math.min(Math.max(Math.floor(width / PANEL_CELL), 1), count);
    // As many rows as that takes, and none of them nearly empty.
    return Math.ceil(count / Math.ceil(count / maxColumns));
  }
  return width < WIDE_FROM ? 1 : Math.min(COLUMNS, count);
}

function layoutOf(option: ChartOption, count: number, view: Pick<ChartView, "width" | "wideFrom">): Layout {
  const columns = columnsIn(view, count);
  return {
    columns,
    rows: Math.ceil(count / columns),
    depth: option.grid.length,
    foot: AXIS_TITLE,
  };
}

/** The name of the curve before what the axis shows, in the room of its panel. */
function titleOf(curve: string, axis: string, room: number): string {
  const rest = axis ? ` \u00B7 ${axis}` : "";
  const name = fitEnds(curve, FONT_SIZE.title, room - textWidth(rest, FONT_SIZE.title));
  return `${name || curve}${rest}`;
}

/** Return the name of an axis, where the page does not show it. */
const axisName = (name: string | undefined, { wideFrom }: ChartView): string =>
  wideFrom === undefined ? (name ?? "") : "";

function apartOption(option: ChartOption, names: readonly string[], view: ChartView): ChartOption {
  const { columns, rows, depth, foot } = layoutOf(option, names.length, view);
  const cellWidth = view.width / columns;
  const plot = (view.height - foot) / (rows * depth) - TITLE - TICKS;
  const width = cellWidth - LEFT - RIGHT;
  const limits = commonLimits(option);
  const [xCount, yCount] = [option.xAxis.length, option.yAxis.length];
  const places = names.map((name, cell) => ({ name, cell }));
  const arranged = new Set(names);
  // A hidden curve's panel keeps its place, so that the others keep theirs.
  const isHidden = (name: string) => view.hidden?.has(name) ?? false;
  const isLowest = (cell: number, grid: number) => cell + columns >= names.length && grid === depth - 1;
  return {
    ...option,
    grid: places.flatMap(({ cell }) =>
      option.grid.map((grid, index) => ({
        ...grid,
        right: undefined,
        bottom: undefined,
        left: (cell % columns) * cellWidth + LEFT,
        top: (Math.floor(cell / columns) * depth + index) * (plot + TITLE + TICKS) + TITLE,
        width,
        height: plot,
      })),
    ),
    xAxis: places.flatMap(({ cell }) =>
      option.xAxis.map((axis, index): ChartOption["xAxis"][number] => {
        const gridIndex = axis.gridIndex ?? 0;
        const own = { ...axis, ...limits.x[index], gridIndex: cell * depth + gridIndex } as typeof axis;
        const look = axis.axisLabel as object | undefined;
        return {
          ...own,
          name: isLowest(cell, gridIndex) ? axis.name : "",
          // The value was computed for the wide chart: here fewer labels have room.
          axisLabel: { ...look, interval: undefined, hideOverlap: true },
          ...(axis.type === "time" ? { splitNumber: Math.max(2, Math.floor(width / 90)) } : {}),
        } as typeof axis;
      }),
    ),
    yAxis: places.flatMap(({ name, cell }) =>
      option.yAxis.map((axis, index): ChartOption["yAxis"][number] => {
        const look = axis.nameTextStyle as object | undefined;
        const isSecond = axis.position === "right";
        return {
          ...axis,
          ...limits.y[index],
          gridIndex: cell * depth + (axis.gridIndex ?? 0),
          name: isSecond
            ? ""
            : titleOf(name, isHidden(name) ? words.panelHidden : axisName(axis.name, view), cellWidth - 12),
          nameTextStyle: { ...look, padding: [0, 0, 0, -(LEFT - 4)] },
          splitNumber: 3,
        } as typeof axis;
      }),
    ),
    // Panels of one kind are pointed at together.
    axisPointer: depth === 1 ? { link: [{ xAxisIndex: "all" }] } : option.axisPointer,
    dataZoom: option.dataZoom?.map((zoom) => ({
      ...zoom,
      xAxisIndex: places.flatMap(({ cell }) => option.xAxis.map((_, index) => cell * xCount + index)),
    })),
    series: places.flatMap(({ name, cell }) =>
      option.series
        // Each panel is headed by the name of its curve.
        .filter(({ id }) => !String(id).startsWith(ENDS_ID))
        // What belongs to no curve, such as borders between phases, is in every panel.
        .filter((series) => {
          const own = series.curve ?? String(series.name);
          return own === name || !arranged.has(own);
        })
        .map((series): ChartSeries => {
          const { xAxisIndex = 0, yAxisIndex = 0 } = series;
          return {
            ...series,
            ...(arranged.has(series.curve ?? String(series.name)) || series.id === undefined
              ? {}
              : { id: `${series.id}-${cell}` }),
            xAxisIndex: cell * xCount + xAxisIndex,
            yAxisIndex: cell * yCount + yAxisIndex,
          } as ChartSeries;
        }),
    ),
  };
}

/** The chart with a panel for each of its curves: same numbers, table and looks. */
export function smallMultiples<Data>(definition: ChartDefinition<Data>): ChartDefinition<Data> {
  const whole = (data: Data, theme: ChartTheme, view: ChartView) => definition.option(data, theme, view);
  return {
    ...definition,
    endNames: () => [],
    height: (data, width) => {
      const view = { width, height: definition.height(data, width), interactive: true };
      const { rows, depth, foot } = layoutOf(
        whole(data, THEMES.light, view),
        Math.max(curveNames(definition, data).length, 1),
        view,
      );
      return rows * depth * (TITLE + PLOT + TICKS) + foot;
    },
    option: (data, theme, view) => {
      const names = curveNames(definition, data);
      const option = whole(data, theme, view);
      return names.length > 1 ? apartOption(option, names, view) : option;
    },
    describe: (data) => `${definition.describe(data)} ${words.isApart}`,
  };
}
