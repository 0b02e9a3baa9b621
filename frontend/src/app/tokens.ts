/** The values of the interface: colours of both themes, and the sizes they share. Nothing else holds a colour. */

export type Marker = "circle" | "rect" | "triangle" | "diamond";

/** One place in the order of series: lines and markers take the colour, text takes the ink. */
export interface SeriesToken {
  colour: string;
  ink: string;
  marker: Marker;
  hollow: boolean;
  /** Lengths of strokes and gaps in px; empty is a solid line. */
  dash: readonly number[];
}

export interface ThemeTokens {
  name: "light" | "dark";
  /** Names in camel case; as a CSS variable `textSoft2` is `--sl-text-soft-2`. */
  colours: {
    bg: string;
    side: string;
    surface: string;
    surface2: string;
    surface3: string;
    overlay: string;
    line: string;
    line2: string;
    control: string;
    text: string;
    text2: string;
    text3: string;
    accent: string;
    onAccent: string;
    accentInk: string;
    accentSoft: string;
    accentLine: string;
    ok: string;
    okSoft: string;
    okLine: string;
    warn: string;
    warnSoft: string;
    warnLine: string;
    err: string;
    onErr: string;
    errSoft: string;
    errLine: string;
    idle: string;
    idleSoft: string;
    grid: string;
    axis: string;
    ghost: string;
    window: string;
    windowLine: string;
    prep: string;
    /** The chosen part of a segmented control. */
    segment: string;
    /** The knob of a switch. */
    knob: string;
  };
  series: readonly SeriesToken[];
  /** Stops at equal distances. */
  ramps: {
    /** Values, low to high. */
    values: readonly string[];
    /** Counts, few to many. */
    counts: readonly string[];
    /** Differences, better to worse. */
    differences: readonly string[];
  };
  /** Cards and buttons, a lifted card, what floats, the chosen part of a segmented control. */
  elevation: { e1: string; e2: string; e3: string; e0: string };
}

const SHAPES: readonly Omit<SeriesToken, "colour" | "ink">[] = [
  { marker: "circle", hollow: false, dash: [] },
  { marker: "rect", hollow: false, dash: [7, 4] },
  { marker: "triangle", hollow: false, dash: [] },
  { marker: "diamond", hollow: false, dash: [2, 3] },
  { marker: "circle", hollow: true, dash: [7, 4] },
  { marker: "rect", hollow: true, dash: [] },
  { marker: "triangle", hollow: true, dash: [2, 3] },
  { marker: "diamond", hollow: true, dash: [8, 3, 2, 3] },
];

/** Colours in the order of assignment; the ink is given where the colour itself is too pale for text. */
const seriesOf = (colours: readonly (readonly [colour: string, ink?: string])[]): SeriesToken[] =>
  SHAPES.map((shape, index) => {
    const [colour = "", ink = colour] = colours[index] ?? [];
    return { ...shape, colour, ink };
  });

export const light: ThemeTokens = {
  name: "light",
  colours: {
    bg: "#F6F7F9",
    side: "#F6F7F9",
    surface: "#FFFFFF",
    surface2: "#F2F4F7",
    surface3: "#E8EBF0",
    overlay: "rgba(17,22,32,.36)",
    line: "#E3E6EB",
    line2: "#CCD1D9",
    control: "#8A9098",
    text: "#12161D",
    text2: "#444C59",
    text3: "#626B7A",
    accent: "#1A5FD0",
    onAccent: "#FFFFFF",
    accentInk: "#1753B8",
    accentSoft: "#E7EFFC",
    accentLine: "#B9D0F6",
    ok: "#1B7440",
    okSoft: "#E3F3E8",
    okLine: "#A9D6B8",
    warn: "#8F5200",
    warnSoft: "#FCF0DB",
    warnLine: "#EBCB94",
    err: "#BE2430",
    onErr: "#FFFFFF",
    errSoft: "#FCE8E8",
    errLine: "#F0B8BA",
    idle: "#5A6372",
    idleSoft: "#EDEFF3",
    grid: "#ECEEF2",
    axis: "#8A9098",
    ghost: "#8A93A1",
    window: "rgba(27,116,64,.09)",
    windowLine: "rgba(27,116,64,.55)",
    prep: "#E97125",
    segment: "#FFFFFF",
    knob: "#FFFFFF",
  },
  series: seriesOf([
    ["#06107A"],
    ["#E97125", "#AF551C"],
    ["#499D85", "#387966"],
    ["#76621C"],
    ["#256B90"],
    ["#C369F4", "#9450B9"],
    ["#451133"],
    ["#4B4B4B"],
  ]),
  ramps: {
    values: ["#EEF3FB", "#C9DBF6", "#8FB4EA", "#4C83D3", "#1A4FA8", "#0A2B66"],
    counts: ["#F4F7FC", "#C9DBF6", "#6FA0E4", "#1F55B0", "#0A2358"],
    differences: ["#1A4FA8", "#8FB4EA", "#F2F4F7", "#EFB98F", "#AF551C"],
  },
  elevation: {
    e1: "0 1px 2px rgba(18,22,29,.04)",
    e2: "0 1px 2px rgba(18,22,29,.05),0 6px 16px -4px rgba(18,22,29,.10)",
    e3: "0 2px 6px rgba(18,22,29,.06),0 18px 44px -8px rgba(18,22,29,.24)",
    e0: "0 1px 2px rgba(18,22,29,.12)",
  },
};

export const dark: ThemeTokens = {
  name: "dark",
  colours: {
    bg: "#0B0D11",
    side: "#0B0D11",
    surface: "#12151B",
    surface2: "#191D25",
    surface3: "#232933",
    overlay: "rgba(3,4,6,.62)",
    line: "#20252E",
    line2: "#343B48",
    control: "#6C737A",
    text: "#ECEEF2",
    text2: "#B3BAC6",
    text3: "#8B94A3",
    accent: "#63A0FF",
    onAccent: "#08111F",
    accentInk: "#8AB8FF",
    accentSoft: "#14233D",
    accentLine: "#274674",
    ok: "#62D48C",
    okSoft: "#0F2719",
    okLine: "#1E4F33",
    warn: "#F3B65B",
    warnSoft: "#2A2010",
    warnLine: "#5A431B",
    err: "#FF8080",
    onErr: "#2A0508",
    errSoft: "#31171A",
    errLine: "#6A2C31",
    idle: "#98A1AF",
    idleSoft: "#1C212A",
    grid: "#1D222B",
    axis: "#6C737A",
    ghost: "#6B7585",
    window: "rgba(98,212,140,.10)",
    windowLine: "rgba(98,212,140,.5)",
    prep: "#F3B65B",
    segment: "#333B48",
    knob: "#FFFFFF",
  },
  series: seriesOf([
    ["#4C97FE"],
    ["#DF3606", "#E55A33"],
    ["#B8FACE"],
    ["#F4C715"],
    ["#45D1FA"],
    ["#7658CB", "#9078D5"],
    ["#975B7E", "#AA7995"],
    ["#979797"],
  ]),
  ramps: {
    values: ["#141B28", "#17305A", "#1F4E96", "#3B7DD8", "#7FB2F5", "#DCEBFF"],
    counts: ["#12151B", "#17305A", "#2B63B8", "#63A0FF", "#E8F1FF"],
    differences: ["#7FB2F5", "#2B5FA8", "#191D25", "#8A4A1E", "#F0A060"],
  },
  elevation: {
    e1: "none",
    e2: "0 0 0 1px rgba(255,255,255,.03),0 8px 20px -4px rgba(0,0,0,.5)",
    e3: "0 0 0 1px rgba(255,255,255,.05),0 22px 54px -8px rgba(0,0,0,.75)",
    e0: "none",
  },
};

/** Text colours in the cells of a map; the one with more contrast to the cell is used. */
export const cellInk = { onPale: "#000000", onDeep: "#FFFFFF" } as const;

/** Colours of printed permalinks: black on white, regardless of the theme of the reader. */
export const paper = {
  surface: "#FFFFFF",
  surface2: "#FFFFFF",
  text: "#000000",
  text2: "#333333",
  text3: "#333333",
  line: "#CCCCCC",
  control: "#666666",
  accent: "#000000",
  accentInk: "#000000",
  ok: "#000000",
  okSoft: "#FFFFFF",
  err: "#000000",
  errSoft: "#FFFFFF",
  warn: "#000000",
  warnSoft: "#FFFFFF",
} as const;

/** Share of `prep` on `surface` in plans, in percent. */
export const prepShares = { prepSoft: 16, prepMid: 26 } as const;

/** Font names without quotes, as they also appear in attributes of drawings. */
export const fonts = {
  text: "Inter Variable, Inter, system-ui, sans-serif",
  mono: "ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace",
} as const;

/** Sizes of type in px. */
export const sizes = [10.5, 11, 11.5, 12, 13, 14, 15, 16, 18.5, 20, 23, 24, 26, 29, 30, 38, 42, 44, 50] as const;
export const lineHeight = 1.46;

/** Distances in px. */
export const space = [2, 4, 6, 8, 10, 12, 14, 16, 20, 24] as const;

/** Rounded corners in px. */
export const radius = { small: 5, chip: 6, field: 7, tooltip: 9, menu: 10, card: 11, dialog: 14 } as const;

/** Heights of parts in px. */
export const heights = {
  button: 30,
  buttonSmall: 26,
  buttonLarge: 36,
  field: 30,
  query: 36,
  segmented: 28,
  tab: 28,
  badge: 20,
  chip: 24,
  menuItem: 30,
  paletteRow: 40,
  switch: 16,
  cardHead: 34,
} as const;

/** Sizes that depend on density, in px; *compact* takes an omitted value from *comfortable*. */
export const density = {
  comfortable: {
    rowHead: 32,
    row: 34,
    rowTwo: 43,
    rowGroup: 34,
    pageTop: 18,
    pageSide: 20,
    pageBottom: 40,
    cardPadding: 14,
  },
  compact: { row: 28, rowTwo: 28, rowGroup: 28, pageTop: 12, pageSide: 12, cardPadding: 10 },
  phone: { pageTop: 14, pageSide: 14, pageBottom: 90 },
} as const;

/** Order of the layers; a higher number is above a lower one. */
export const stacking = {
  tableHead: 2,
  mark: 5,
  bulkBar: 9,
  factorBar: 12,
  chartTooltip: 15,
  topBar: 20,
  actionBar: 25,
  phoneBar: 30,
  dialog: 200,
  menu: 300,
  palette: 350,
  toast: 400,
} as const;

/** Durations in ms, and the one curve of all motion. */
export const motion = { press: 90, menu: 140, dialog: 200 } as const;
export const easing = "cubic-bezier(.2,0,0,1)";

/** Widths in px from which a page is laid out in another way. */
export const breakpoints = { xs: 390, sm: 640, md: 1100, lg: 1680, xl: 2240 } as const;

/** Lines and markers of charts, in px. */
export const strokes = { line: 1.9, baseline: 2.75, ghost: 1.4, marker: 7 } as const;

export const themes = { light, dark } as const;
