/** The surface over share of writes and depth as a map of cells, with their values or their differences. */
import { type AxisScale, axisScale } from "@/lib/metrics";
import { formatIops, formatNumber, formatPercent } from "@/lib/units";
import { sweeps as words } from "@/messages/sweeps";
import type { ChartOption, ChartView } from "../definition";
import { type Behind, countText, isSingle } from "../repeats-behind";
import { type HeatCell, heatMapHeight, heatMapOption } from "../sweeps/heat-map";
import { diverging, sequential } from "../sweeps/scale";
import { valueText } from "../sweeps/words";
import type { ChartTheme } from "../theme";
import {
  knownCells,
  maxDifference,
  type Surface,
  type SurfaceCell,
  surfaceLimits,
  surfaceOf,
  type WriteShareData,
} from "./surface";

export const sharePlace = ({ share, depth }: Pick<SurfaceCell, "share" | "depth">): string =>
  words.heat.place(formatPercent(share), depth.label);

/** Less than a twentieth of a percent counts as 0: its sign would suggest more than its size. */
const roundedDifference = (value: number): number => (Math.abs(value) < 0.05 ? 0 : value);

/** A difference with its sign: `+12.5 %`. */
export const differenceText = (value: number, digits = 3): string =>
  formatPercent(roundedDifference(value), { digits, sign: true });

const withCount = (text: string, behind: Behind | undefined): string =>
  [text, behind ? countText(behind) : ""].filter(Boolean).join(", ");

function deltaCell(cell: SurfaceCell, data: WriteShareData, surface: Surface, theme: ChartTheme): HeatCell {
  const { format, better } = surface.metric;
  const [a, b] = cell.of ?? [cell.value, cell.value];
  const [first, second] = data.curves;
  return {
    colour: diverging(theme, maxDifference(surface), better)(cell.value),
    texts: [
      ...[3, 2].map((digits) => formatNumber(roundedDifference(cell.value), { digits, sign: true, trim: true })),
      formatIops(roundedDifference(cell.value), { digits: 2, sign: true, trim: true }),
    ],
    detail: words.delta.detail(
      sharePlace(cell),
      differenceText(cell.value, 4),
      withCount(`${first?.name}  ${format(a, { digits: 4 })}`, cell.points[0]),
      withCount(`${second?.name}  ${format(b, { digits: 4 })}`, cell.points[1]),
    ),
    single: cell.points.some(isSingle),
  };
}

export function writeShareHeight(data: WriteShareData): number {
  return heatMapHeight({ rows: surfaceOf(data).shares.map(String) });
}

/** The unit of the map's values, and how one is written. */
const scaleOf = (surface: Surface): AxisScale =>
  axisScale(surface.metric, Math.max(0, ...knownCells(surface).map(({ value }) => value)));

/** Return the title of the values of the cells, with their unit. */
export function valueTitle(surface: Surface): string {
  const { metric, isDelta } = surface;
  const { unit } = scaleOf(surface);
  if (isDelta) return words.delta.title(metric.label);
  return unit ? `${metric.label} (${unit})` : metric.label;
}

/** Colour and words of every cell by share and depth; null was not measured. */
export function heatCells(data: WriteShareData, surface: Surface, theme: ChartTheme): (HeatCell | null)[][] {
  const { metric, cells, isDelta } = surface;
  const colour = sequential(theme, surfaceLimits(data, surface) ?? [0, 0]);
  const scale = scaleOf(surface);
  const valueCell = (cell: SurfaceCell): HeatCell => ({
    colour: colour(cell.value),
    texts: [scale.format(Number(cell.value.toPrecision(3))), scale.format(Number(cell.value.toPrecision(2)))],
    detail: words.heat.detail(sharePlace(cell), metric.label, withCount(valueText(metric, cell.value), cell.points[0])),
    single: cell.points.some(isSingle),
  });
  return cells.map((row) =>
    row.map((cell) => cell && (isDelta ? deltaCell(cell, data, surface, theme) : valueCell(cell))),
  );
}

export function writeShareOption(data: WriteShareData, theme: ChartTheme, view: ChartView): ChartOption {
  const surface = surfaceOf(data);
  const { metric, shares, depths } = surface;
  return heatMapOption(
    {
      name: data.curves[0]?.name ?? metric.label,
      title: valueTitle(surface),
      rowTitle: words.axes.writes.toLowerCase(),
      columnTitle: words.axes.load,
      rows: shares.map((share) => formatNumber(share, { digits: 4, trim: true })),
      columns: depths.map(({ label }) => label),
      cells: heatCells(data, surface, theme),
    },
    theme,
    view,
  );
}
