/** Entries of a dashboard with their newest results beside what is usual. Pure. */
import type { DashboardFigures, EntryFigure } from "@/api/types";
import { figureValue } from "@/components/headline";
import { findMetric, type MetricName } from "@/lib/metrics";
import { joinShort, type ShortValue } from "@/lib/short-values";
import { dashboards } from "@/messages/dashboards";
import type { Entry } from "./entries";

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

/** The usual range and of how many runs it is; why there is none. */
export function usualText(figure: EntryFigure): string {
  const { usual } = figure;
  if (!figure.figure) return "";
  if (!usual) return words.few(Math.max(0, figure.history.length - 1));
  const [low, high] = [usual.low, usual.high].map((value) => shortFigure(figure, value));
  return words.usual(low?.number ?? "", high ? joinShort(high) : "", usual.run_count);
}
