/** Heights in px that a page knows before a chart is loaded: of drawings, and of what a figure has around them. */
import { WIDE_FROM } from "./definition";

/** Many charts stack their panels where they are narrow, as on a phone. */
export interface Heights {
  narrow: number;
  wide: number;
}

const both = (height: number): Heights => ({ narrow: height, wide: height });

/** Heights of drawings with a reserved place. */
export const DRAWN = {
  course: both(252),
  liveCourse: both(330),
  expectedCourse: both(264),
  /** Four metrics of a course. */
  panels: { narrow: 900, wide: 560 },
  queueDepth: both(520),
  percentiles: both(360),
  overTime: { narrow: 320, wide: 400 },
  driveWear: both(262),
  driveTemperature: both(196),
  driveWrites: both(176),
} as const;

const PHASE_ROW = 26;
/** Above and below the rows of phases. */
export const PHASES_ROOM = { top: 8, bottom: 30 } as const;

export const phaseRowsHeight = (rows: number): number =>
  PHASES_ROOM.top + PHASES_ROOM.bottom + Math.max(rows, 2) * PHASE_ROW;

const TELEMETRY_PANEL = 200;
const TELEMETRY_FOOT = 60;

/** Return the number of columns: two for more than two panels on a wide page. */
export const columnsAt = (width: number, panels: number): number => (width >= WIDE_FROM && panels > 2 ? 2 : 1);

export function telemetryHeights(panels: number): Heights {
  const of = (rows: number) => rows * TELEMETRY_PANEL + TELEMETRY_FOOT;
  return { narrow: of(panels), wide: of(Math.ceil(panels / columnsAt(WIDE_FROM, panels))) };
}

export const heightAt = ({ narrow, wide }: Heights, width: number): number => (width < WIDE_FROM ? narrow : wide);

/** Border, padding and head of a figure, and the gap to its drawing. */
const FRAME = 60;
const LEGEND_ROW = 24;
const TOOLS_ROW = 36;
/** A line of a caption, and the gap above a caption. */
const LINE = 17.52;
const GAP = 6;

interface Around {
  /** Rows of its legend. */
  legend?: number;
  /** True if the page shows tools below it. */
  tools?: boolean;
  /** Number of lines of each of its captions. */
  captions?: readonly number[];
}

/** Return the height of a figure with the elements around its drawing. */
export const figureHeight = (drawing: number, { legend = 0, tools = false, captions = [] }: Around = {}): number =>
  FRAME +
  drawing +
  legend * LEGEND_ROW +
  (tools ? TOOLS_ROW : 0) +
  Math.round(captions.reduce((sum, lines) => sum + GAP + lines * LINE, 0));

/** The same of a drawing in both forms. */
export const figureHeights = (drawing: Heights, around: Around = {}, narrow: Around = around): Heights => ({
  narrow: figureHeight(drawing.narrow, narrow),
  wide: figureHeight(drawing.wide, around),
});
