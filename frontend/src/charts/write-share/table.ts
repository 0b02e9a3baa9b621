/** The surface over share of writes and depth in words and as a table. */
import { charts } from "@/messages/charts";
import { sweeps as words } from "@/messages/sweeps";
import { isMeasured } from "../changes";
import type { Cell, DataTable } from "../definition";
import { behindColumns, cellSentences } from "../repeats-behind";
import { isLogarithmic } from "../sweeps/scale";
import { kindText, metricColumn, percentColumn, remarks, textColumn, valueText } from "../sweeps/words";
import { differenceText, sharePlace } from "./option";
import {
  kindAt,
  knownAt,
  knownCells,
  maxDifference,
  type Surface,
  type SurfaceCell,
  surfaceLimits,
  surfaceOf,
  valueAt,
  type WriteShareData,
} from "./surface";

function ends(surface: Surface): readonly [low: SurfaceCell, high: SurfaceCell] | null {
  const cells = knownCells(surface);
  const [first] = cells;
  if (!first) return null;
  return [
    cells.reduce((min, cell) => (cell.value < min.value ? cell : min), first),
    cells.reduce((max, cell) => (cell.value > max.value ? cell : max), first),
  ];
}

function missing(surface: Surface): string[] {
  const all = surface.shares.length * surface.depths.length;
  const count = all - knownCells(surface).length;
  return count > 0 ? [words.heat.missing(count, all)] : [];
}

const behindOf = (surface: Surface) => knownCells(surface).flatMap(({ points }) => points);

export function describeWriteShare(data: WriteShareData): string {
  const surface = surfaceOf(data);
  const { metric, isDelta } = surface;
  const extremes = ends(surface);
  const limits = surfaceLimits(data, surface);
  if (!extremes || !limits) return isDelta ? words.delta.none : words.heat.none(metric.label);
  const points = data.curves.flatMap((curve) => curve.points);
  if (isDelta) {
    const [a = "", b = ""] = data.curves.map(({ name }) => name);
    const [low, high] = extremes.map((cell) => words.heat.at(differenceText(cell.value), sharePlace(cell)));
    return [
      words.delta.reaches(a, b, low ?? "", high ?? ""),
      words.delta.scale(a, differenceText(maxDifference(surface)).replace("+", "±")),
      ...missing(surface),
      ...remarks(points),
      ...cellSentences(behindOf(surface), true),
    ].join(" ");
  }
  const [low, high] = extremes.map((cell) => words.heat.at(valueText(metric, cell.value), sharePlace(cell)));
  const [lowest, highest] = limits.map((value) => valueText(metric, value)) as [string, string];
  const scale = isLogarithmic(limits) ? words.heat.logScale(lowest, highest) : words.heat.scale(lowest, highest);
  return [
    ...(isMeasured(data) ? [charts.changes.absolute] : []),
    words.heat.reaches(metric.label, low ?? "", high ?? ""),
    limits[0] < limits[1] ? scale : words.heat.oneColour,
    ...missing(surface),
    ...remarks(points),
    ...cellSentences(behindOf(surface), false),
  ].join(" ");
}

/** One row for each cell, also for those that were not measured. */
export function writeShareTable(data: WriteShareData): DataTable {
  const surface = surfaceOf(data);
  const { metric, isDelta, shares, depths, cells } = surface;
  const [a, b] = data.curves.map(({ name }) => name);
  const value = metricColumn(metric);
  const sides = data.curves.slice(0, 2);
  const behind = sides.map(({ points }) => behindColumns(points, [metric]));
  const columns = [
    percentColumn(words.columns.writes),
    textColumn(words.columns.outstanding),
    ...(isDelta
      ? [
          { ...value, label: words.columns.of(metric.label, a ?? "") },
          { ...value, label: words.columns.of(metric.label, b ?? "") },
          percentColumn(words.columns.difference),
        ]
      : [value]),
    textColumn(words.columns.kind),
    ...behind.flatMap(({ columns: own }, index) =>
      own.map((column) =>
        isDelta ? { ...column, label: words.columns.of(column.label, sides[index]?.name ?? "") } : column,
      ),
    ),
  ];
  const rows = shares.flatMap((share, y) =>
    depths.map((depth, x): Cell[] => {
      const cell = cells[y]?.[x] ?? null;
      const of = isDelta ? sides.map((curve) => valueAt(curve, share, depth, data.metric)) : [];
      const kind = kindAt(sides, share, depth, data.metric);
      const behindCells = sides.flatMap(
        (curve, index) => behind[index]?.cells(knownAt(curve, share, depth, data.metric)) ?? [],
      );
      return [share, depth.label, ...of, cell?.value ?? null, kind && kindText(kind), ...behindCells];
    }),
  );
  return { caption: words.titles.writeShare, columns, rows };
}
