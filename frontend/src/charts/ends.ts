/** Names and values at the ends of lines, so that readers need no legend. */
import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams } from "echarts";
import { type ChartDefinition, type ChartSeries, type ChartView, isWide, WIDE_FROM } from "./definition";
import { fitText, plainText, textWidth } from "./parts";
import { type ChartTheme, FONT_FAMILY, FONT_SIZE, type SeriesStyle } from "./theme";

/** More lines than these are named by the legend alone. */
export const MAX_NAMED_ENDS = 6;
/** Labels closer than this, in px, are pushed apart. */
export const END_GAP = 12;
/** From the end of a line to its label, and from there to the edge. */
const LABEL_GAP = 6;
const EDGE = 4;
/** Names take no more than this share of the width of a panel. */
const MAX_SHARE = 0.24;
/** A line that ends as near to the right edge as this, in px, has its label beside the plot. */
const NEAR_EDGE = 24;

/** The id under which small multiples find the labels, of which each panel would have all. */
export const ENDS_ID = "ends";

/** End of a part of a name. */
const PART_END = /[\u00B7,:](?= )/g;

interface Cluster {
  sum: number;
  count: number;
}

/** Pools the last two clusters where the later one lies above the earlier; false where it does not. */
function mergeLast(clusters: Cluster[]): boolean {
  const [before, last] = clusters.slice(-2);
  if (!before || !last || before.sum / before.count <= last.sum / last.count) return false;
  clusters.splice(-2, 2, { sum: before.sum + last.sum, count: before.count + last.count });
  return true;
}

/**
 * Return places for labels as near to `wanted` as possible, in the given order. They are at least `gap` apart, and
 * between `top` and `bottom` as far as these leave room.
 */
export function spreadEnds(
  wanted: readonly number[],
  { gap = END_GAP, top, bottom }: { gap?: number; top: number; bottom: number },
): number[] {
  const order = wanted.map((_, index) => index).toSorted((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b);
  // Less its rank times the gap, each place may only grow from label to label: what falls is pooled to its mean.
  const clusters: Cluster[] = [];
  order.forEach((index, rank) => {
    clusters.push({ sum: (wanted[index] ?? 0) - rank * gap, count: 1 });
    while (mergeLast(clusters));
  });
  const lowest = bottom - (order.length - 1) * gap;
  const bases = clusters.flatMap(({ sum, count }) => Array<number>(count).fill(sum / count));
  const places = Array<number>(wanted.length).fill(0);
  order.forEach((index, rank) => {
    places[index] = Math.max(Math.min(bases[rank] ?? 0, lowest), top) + rank * gap;
  });
  return places;
}

/** Return true if this number of lines has names at their ends in a chart of this width. */
export function hasNamedEnds(count: number, view: Pick<ChartView, "width" | "wideFrom">): boolean {
  return count > 1 && count <= MAX_NAMED_ENDS && isWide(view);
}

/** The curves that a chart names at their ends where it is wide: its legend has the others. */
export function namedAtEnds<Data>(
  { endNames }: Pick<ChartDefinition<Data>, "endNames">,
  data: Data,
): readonly string[] {
  const names = endNames?.(data) ?? [];
  return hasNamedEnds(names.length, { width: WIDE_FROM }) ? names : [];
}

/** The parts that several names begin with alike, at which none of them may be cut. */
function commonBeginning(names: readonly string[]): string {
  const [first = "", ...others] = names;
  let length = first.length;
  for (const other of others) {
    let same = 0;
    while (same < length && other[same] === first[same]) same += 1;
    length = same;
  }
  const beginning = first.slice(0, length);
  const ends = [...beginning.matchAll(PART_END)];
  return beginning.slice(0, (ends.at(-1)?.index ?? -1) + 1);
}

/** The names as they fit: without what all begin with before one of them is cut. */
export function endTexts(names: readonly string[], room: number): string[] {
  const fits = (texts: readonly string[]) => texts.every((text) => textWidth(text, FONT_SIZE.label) <= room);
  const skipped = names.length > 1 ? commonBeginning(names).length : 0;
  const texts = fits(names) ? names : names.map((name) => name.slice(skipped).trim() || name);
  return texts.map((text) => fitText(text, FONT_SIZE.label, room) || text);
}

/** Names with their values behind them, as long as all of them fit beside a plot of a chart that is so wide; else names alone. */
export function textsWithValues(names: readonly string[], values: readonly string[], width: number): string[] {
  const texts = names.map((name, index) => `${name}  ${values[index] ?? ""}`.trim());
  const widest = Math.max(0, ...texts.map((text) => textWidth(text, FONT_SIZE.label)));
  return widest <= width * MAX_SHARE ? texts : [...names];
}

/** The room right of a plot for these labels. */
export function endRoom(texts: readonly string[], width: number, fontSize: number = FONT_SIZE.label): number {
  const widest = Math.max(0, ...texts.map((text) => textWidth(text, fontSize)));
  return Math.min(widest, width * MAX_SHARE) + LABEL_GAP + EDGE;
}

/** A line as far as its label needs it; NaN and null are gaps. */
export interface LabelledLine {
  name: string;
  /** Text of the label; its name by default. */
  text?: string;
  style: SeriesStyle;
  x: ArrayLike<number>;
  y: ArrayLike<number | null>;
}

interface EndsOptions {
  lines: readonly LabelledLine[];
  /** Pair of axes of the lines. */
  axis: number;
  /** Px for the labels; what does not fit is shortened. */
  room: number;
  /** Writes values, larger than names. */
  values?: boolean;
}

interface Plot {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Return the visible end of a line in px; null if no part of it is visible. */
function endOf({ x, y }: LabelledLine, api: CustomSeriesRenderItemAPI, plot: Plot): [number, number] | null {
  for (let index = x.length - 1; index >= 0; index -= 1) {
    const value = y[index];
    if (value === null || value === undefined || !Number.isFinite(value)) continue;
    const [left = 0, top = 0] = api.coord([x[index] ?? 0, value]);
    if (left < plot.x - 0.5) return null;
    if (left <= plot.x + plot.width + 0.5) return [left, Math.min(Math.max(top, plot.y), plot.y + plot.height)];
  }
  return null;
}

/** The labels of one panel as a series: they follow the zoom, and make room for each other. */
export function endSeries({ lines, axis, room, values = false }: EndsOptions, theme: ChartTheme): ChartSeries[] {
  const last = lines.map(({ x, y }): [number, number] | null => {
    for (let index = x.length - 1; index >= 0; index -= 1) {
      const value = y[index];
      if (value !== null && value !== undefined && Number.isFinite(value)) return [x[index] ?? 0, value];
    }
    return null;
  });
  const drawn = lines.filter((_, index) => last[index] !== null);
  if (drawn.length === 0) return [];
  const names = endTexts(
    drawn.map(({ name, text }) => text ?? name),
    room - LABEL_GAP - EDGE,
  ).map(plainText);
  const size = values ? FONT_SIZE.value : FONT_SIZE.label;
  return [
    {
      type: "custom",
      id: `${ENDS_ID}-${axis}`,
      name: "Line ends",
      xAxisIndex: axis,
      yAxisIndex: axis,
      silent: true,
      clip: false,
      z: 6,
      tooltip: { show: false },
      encode: { x: 0, y: 1 },
      data: last.filter((end) => end !== null),
      itemCurves: drawn.map(({ name }) => name),
      renderItem: ({ dataIndex, coordSys }: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
        const plot = coordSys as unknown as Plot;
        const ends = drawn.map((line) => endOf(line, api, plot));
        const seen = ends.flatMap((end, index) => (end ? [{ index, end }] : []));
        const places = spreadEnds(
          seen.map(({ end }) => end[1]),
          { gap: values ? END_GAP + 3 : END_GAP, top: plot.y, bottom: plot.y + plot.height },
        );
        const rank = seen.findIndex(({ index }) => index === dataIndex);
        const own = seen[rank];
        const line = drawn[dataIndex];
        if (!own || !line) return null;
        const right = plot.x + plot.width;
        const x = own.end[0] > right - NEAR_EDGE ? right : own.end[0];
        return {
          type: "text",
          x: x + LABEL_GAP,
          y: places[rank] ?? own.end[1],
          style: {
            text: names[dataIndex] ?? "",
            fill: line.style.ink ?? line.style.colour,
            font: `${values ? 650 : 600} ${size}px ${FONT_FAMILY}`,
            verticalAlign: "middle",
            // Inside the plot it may lie on other lines.
            stroke: theme.background,
            lineWidth: 3,
          },
        };
      },
    },
  ];
}

/** Return the lines that the reader has not hidden. */
export function inSightOf<Line extends { name: string }>(lines: readonly Line[], { hidden }: ChartView): Line[] {
  return lines.filter(({ name }) => !hidden?.has(name));
}
