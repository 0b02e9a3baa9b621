/** Colours, symbols, dashes and fonts of all charts, for light and dark pages. */

export type ThemeName = "light" | "dark";
export type SymbolShape = "circle" | "rect" | "triangle" | "diamond";

/** How one series looks: colour alone never tells it apart, symbol and dash belong to it. */
export interface SeriesStyle {
  colour: string;
  symbol: SymbolShape;
  hollow: boolean;
  /** Lengths of strokes and gaps in px; empty is a solid line. */
  dash: number[];
  /** Width of the line in px; LINE_WIDTH unless said otherwise. */
  width?: number;
}

/** What a series of a comparison looks like: its place there, and whether it is the one that others are measured by. */
export interface Look {
  order: number;
  variant?: number;
  /** The baseline is a solid, thicker line. */
  baseline?: boolean;
  /** A single run has hollow symbols, one with repeats filled ones; where nothing is said, those of its place. */
  single?: boolean;
}

export interface ChartTheme {
  name: ThemeName;
  background: string;
  text: string;
  dimmed: string;
  axis: string;
  gridLine: string;
  /** Fill of the steady window, behind the curves. */
  window: string;
  series: SeriesStyle[];
}

export const FONT_FAMILY = "Inter Variable, Inter, system-ui, sans-serif";
export const FONT_SIZE = { label: 11, title: 12 } as const;
export const LINE_WIDTH = 1.75;
export const BASELINE_WIDTH = 2.75;
export const SYMBOL_SIZE = 7;

const SOLID: number[] = [];
const DASHED = [6, 4];
const DOTTED = [2, 3];
const DASH_DOT = [8, 3, 2, 3];

const SHAPES: Omit<SeriesStyle, "colour">[] = [
  { symbol: "circle", hollow: false, dash: SOLID },
  { symbol: "rect", hollow: false, dash: DASHED },
  { symbol: "triangle", hollow: false, dash: SOLID },
  { symbol: "diamond", hollow: false, dash: DOTTED },
  { symbol: "circle", hollow: true, dash: DASHED },
  { symbol: "rect", hollow: true, dash: SOLID },
  { symbol: "triangle", hollow: true, dash: DOTTED },
  { symbol: "diamond", hollow: true, dash: DASH_DOT },
];

/** How many shapes further the second round of colours begins: odd, so that neither symbol nor dash is the same again. */
const SHAPE_STEP = 3;

// Chosen for the largest smallest distance under normal and colour-blind vision, all at least 3:1 on the background.
const LIGHT = ["#06107A", "#E97125", "#499D85", "#76621C", "#256B90", "#C369F4", "#451133", "#4B4B4B"];
const DARK = ["#4C97FE", "#DF3606", "#B8FACE", "#F4C715", "#45D1FA", "#7658CB", "#975B7E", "#979797"];

const styles = (colours: string[]): SeriesStyle[] =>
  SHAPES.map((shape, index) => ({ ...shape, colour: colours[index] ?? "#4B4B4B" }));

export const THEMES: Record<ThemeName, ChartTheme> = {
  light: {
    name: "light",
    background: "#FFFFFF",
    text: "#212529",
    dimmed: "#495057",
    axis: "#8A9098",
    gridLine: "#E3E6E9",
    window: "rgba(25, 113, 194, 0.12)",
    series: styles(LIGHT),
  },
  dark: {
    name: "dark",
    background: "#141517",
    text: "#C9CDD2",
    dimmed: "#A6ABB1",
    axis: "#6C737A",
    gridLine: "#2C2E33",
    window: "rgba(77, 171, 247, 0.20)",
    series: styles(DARK),
  },
};

/**
 * The style of the series at `index`. The ninth has the first colour again, with another symbol and dash;
 * `variant` tells curves of one colour apart in the same way.
 */
export function seriesStyle(theme: ChartTheme, index: number, variant = 0): SeriesStyle {
  const count = theme.series.length;
  const style = theme.series[index % count];
  const shape = SHAPES[(index + variant + SHAPE_STEP * Math.floor(index / count)) % SHAPES.length];
  if (!style || !shape) throw new RangeError(`no series style ${index}`);
  return { ...style, ...shape };
}

/** The style of a series with this look. */
export function styleOf(theme: ChartTheme, { order, variant, baseline, single }: Look): SeriesStyle {
  const style = seriesStyle(theme, order, variant);
  return {
    ...style,
    ...(single === undefined ? {} : { hollow: single }),
    ...(baseline ? { dash: SOLID, width: BASELINE_WIDTH } : {}),
  };
}
