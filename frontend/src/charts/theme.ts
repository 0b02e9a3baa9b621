/** Colours, symbols, dashes and fonts of all charts, for light and dark pages, from the tokens of the interface. */
import { fonts, type Marker, strokes, type ThemeTokens, themes } from "@/app/tokens";
import { withOpacity } from "@/lib/colour";

export type ThemeName = ThemeTokens["name"];
export type SymbolShape = Marker;

/** Look of one series. Colour alone never distinguishes it: symbol and dash belong to it. */
export interface SeriesStyle {
  colour: string;
  /** Colour of text of the series, where its own colour is too pale; that colour by default. */
  ink?: string;
  symbol: SymbolShape;
  hollow: boolean;
  /** Lengths of strokes and gaps in px; empty is a solid line. */
  dash: number[];
  /** Width of the line in px; LINE_WIDTH by default. */
  width?: number;
}

/** Look of a series of a comparison: its place there, and a mark of the baseline. */
export interface Look {
  order: number;
  variant?: number;
  /** The baseline is a solid, thicker line. */
  baseline?: boolean;
  /**
   * True for a single run, which has hollow symbols; repeats have filled ones. Without it, those of its place apply.
   */
  single?: boolean;
  /** Its newest result is worse than usual. */
  isWorse?: boolean | undefined;
}

export interface ChartTheme {
  name: ThemeName;
  background: string;
  text: string;
  /** Names of panels and phases, and the line of the pointer. */
  secondary: string;
  /** Labels of axes, captions and units. */
  dimmed: string;
  /** The line of a horizontal axis, and borders between phases. */
  line: string;
  axis: string;
  gridLine: string;
  /** Time that is still to come. */
  future: string;
  /** Fill of the steady window, behind the curves, its edge, and its mean with its name. */
  window: string;
  windowLine: string;
  steady: string;
  /** Limits: a target, and what must not be exceeded. */
  target: string;
  limit: string;
  /** Colours of the subject of a chart, and of the one that it is compared with. */
  subject: string;
  ghost: string;
  /** Preparation in a plan. */
  prep: string;
  /** Fill of a chosen stretch. */
  selection: string;
  ramps: ThemeTokens["ramps"];
  series: SeriesStyle[];
}

export const FONT_FAMILY = fonts.text;
export const FONT_SIZE = { label: 11, title: 12, value: 13 } as const;
export const LINE_WIDTH = strokes.line;
export const BASELINE_WIDTH = strokes.baseline;
export const GHOST_WIDTH = strokes.ghost;
export const SYMBOL_SIZE = strokes.marker;
/** Lengths of strokes and gaps in px. */
export const DASHES = { pointer: [3, 3], limit: [5, 4], ghost: [4, 3] } as const;
/** Thin lines: the mean of the steady window, and events. */
export const STROKES = { steady: 1.5, event: 1.25, border: 1 } as const;
/** Bars: how thick, and how round at their end. */
export const BAR = { thickness: 9, radius: 2.5 } as const;
/** Cells of maps: the gap between two, and their corners. */
export const CELL = { gap: 2.5, radius: 5 } as const;
/** The ring around a knee, across. */
export const KNEE_SIZE = 13;
/** Opacity of invalid results. */
export const INVALID_OPACITY = 0.35;

const SOLID: number[] = [];

/** Shift of the shapes in the second round of colours. It is odd, so that neither symbol nor dash is the same again. */
const SHAPE_STEP = 3;

function chartTheme({ name, colours, ramps, series }: ThemeTokens): ChartTheme {
  return {
    name,
    background: colours.surface,
    text: colours.text,
    secondary: colours.text2,
    dimmed: colours.text3,
    line: colours.line2,
    axis: colours.axis,
    gridLine: colours.grid,
    future: colours.grid,
    window: colours.window,
    windowLine: colours.windowLine,
    steady: colours.ok,
    target: colours.warn,
    limit: colours.err,
    subject: colours.accent,
    ghost: colours.ghost,
    prep: colours.prep,
    selection: withOpacity(colours.accent, 0.13),
    ramps,
    series: series.map(({ colour, ink, marker, hollow, dash }) => ({
      colour,
      ink,
      symbol: marker,
      hollow,
      dash: [...dash],
    })),
  };
}

export const THEMES: Record<ThemeName, ChartTheme> = {
  light: chartTheme(themes.light),
  dark: chartTheme(themes.dark),
};

/**
 * Return the style of the series at `index`. The ninth has the first colour again, with another symbol and dash.
 * `variant` distinguishes curves of one colour in the same way.
 */
export function seriesStyle(theme: ChartTheme, index: number, variant = 0): SeriesStyle {
  const count = theme.series.length;
  const style = theme.series[index % count];
  const shape = theme.series[(index + variant + SHAPE_STEP * Math.floor(index / count)) % count];
  if (!style || !shape) throw new RangeError(`no series style ${index}`);
  return { ...shape, colour: style.colour, ...(style.ink === undefined ? {} : { ink: style.ink }) };
}

/** The style of what a chart shows alone: a solid line in the accent. */
export function subjectStyle(theme: ChartTheme): SeriesStyle {
  return { ...seriesStyle(theme, 0), colour: theme.subject, ink: theme.subject };
}

/** The style of a series with this look. */
export function styleOf(theme: ChartTheme, { order, variant, baseline, single, isWorse }: Look): SeriesStyle {
  const style = seriesStyle(theme, order, variant);
  return {
    ...style,
    ...(single === undefined ? {} : { hollow: single }),
    ...(isWorse ? { colour: theme.limit, ink: theme.limit } : {}),
    ...(baseline ? { dash: SOLID, width: BASELINE_WIDTH } : {}),
  };
}
