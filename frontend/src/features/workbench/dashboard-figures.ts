/** Entries of a dashboard with their newest results beside what is usual. Pure. */
import type { DashboardFigures, EntryFigure } from "@/api/types";
import type { Entry } from "@/charts/workbench/entries";
import { figureValue } from "@/components/headline";
import { findMetric, type MetricName } from "@/lib/metrics";
import { joinShort, type ShortValue } from "@/lib/short-values";
import { dashboards } from "@/messages/dashboards";
import { workbench } from "@/messages/workbench";

const words = dashboards.tiles;

export const MAX_TILES = 6;

export interface Tile {
  entry: Entry;
  figure: EntryFigure;
}

/** Entries of which those are marked whose newest result is worse than usual. */
export function markWorse(entries: readonly Entry[], figures: DashboardFigures | undefined): readonly Entry[] {
  const worse = new Set(figures?.items.flatMap(({ entry, comparison }) => (comparison === "worse" ? entry : [])));
  return worse.size === 0 ? entries : entries.map((entry) => ({ ...entry, isWorse: worse.has(entry.key) }));
}

/** Shown entries with their figures: the worse ones first, then in the order of the entries. */
export function tilesOf(entries: readonly Entry[], { items }: DashboardFigures): Tile[] {
  const tiles = entries.flatMap((entry): Tile[] => {
    const figure = items.find((item) => item.entry === entry.key);
    return figure && entry.shown ? [{ entry, figure }] : [];
  });
  const isWorse = ({ figure }: Tile) => Number(figure.comparison === "worse");
  return tiles.toSorted((a, b) => isWorse(b) - isWorse(a));
}

/** The metric of a figure; null where pages have no words for it. */
export function metricOf({ figure }: EntryFigure): MetricName | null {
  const metric = figure && findMetric(figure.metric);
  return metric && metric.unit === figure?.unit ? metric.name : null;
}

/** The figure of an entry, or another value of its metric. */
export const shortFigure = ({ figure }: EntryFigure, value = figure?.value): ShortValue =>
  figureValue(figure && value !== undefined ? { ...figure, value } : null);

/** The usual range and of how many runs it is; empty without one. */
export function usualText(figure: EntryFigure): string {
  const { usual } = figure;
  if (!usual) return "";
  const [low, high] = [usual.low, usual.high].map((value) => shortFigure(figure, value));
  return words.usual(low?.number ?? "", high ? joinShort(high) : "", usual.run_count);
}

/** An entry without a usual result among those with the same figure. */
export interface Spread {
  /** The figure of each of them, this one among them. */
  values: readonly number[];
  own: number;
  /** From 1 for the best. */
  place: number;
  /** Comparison with another result; null for the baseline itself and for a single entry. */
  from: { percent: number; isBaseline: boolean } | null;
  isBaseline: boolean;
}

/** Compare an entry with the baseline, or with the best where the baseline has another figure; null without a figure. */
export function spreadOf({ entry, figure: { figure } }: Tile, tiles: readonly Tile[]): Spread | null {
  if (!figure) return null;
  const same = tiles.flatMap((tile) => {
    const other = tile.figure.figure;
    const isSame =
      other?.metric === figure.metric && other.label === figure.label && other.workload === figure.workload;
    return other && isSame ? [{ value: other.value, isBaseline: tile.entry.isBaseline }] : [];
  });
  const isBetter = (value: number, other: number) => (figure.better === "higher" ? value > other : value < other);
  const placeOf = (value: number) => 1 + same.filter((other) => isBetter(other.value, value)).length;
  const reference = same.find(({ isBaseline }) => isBaseline) ?? same.find(({ value }) => placeOf(value) === 1);
  const place = placeOf(figure.value);
  const isReference = entry.isBaseline || (!reference?.isBaseline && place === 1);
  return {
    values: same.map(({ value }) => value),
    own: figure.value,
    place,
    from:
      reference && reference.value !== 0 && !isReference
        ? { percent: (100 * (figure.value - reference.value)) / reference.value, isBaseline: reference.isBaseline }
        : null,
    isBaseline: entry.isBaseline,
  };
}

/** Return the number of runs of a figure without a usual result, and its place among the others, as text. */
export function spreadText({ values, place, isBaseline }: Spread, n: number): string {
  return [
    isBaseline ? words.baseline : "",
    workbench.rail.count(n),
    values.length > 1 ? words.place(place, values.length) : "",
  ]
    .filter(Boolean)
    .join(", ");
}
