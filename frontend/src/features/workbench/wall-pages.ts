/** The panels of a dashboard as pages of a wall: three rows each, or two below live tiles, as high as the screen. Pure. */

import type { Panel } from "@/charts/workbench/document";
import { MIN_HEIGHT, ROW_GAP, ROW_HEIGHT } from "@/charts/workbench/grid";

export const ROWS_OF_A_PAGE = 3;
/** A page of one row does not fill the screen. */
const MAX_STRETCH = 1.5;

/** Return the number of grid rows that fit in a height in px. */
export const rowsIn = (height: number): number => Math.floor((height + ROW_GAP) / (ROW_HEIGHT + ROW_GAP));

const bottomOf = (panels: readonly Panel[]): number => Math.max(0, ...panels.map(({ y, h }) => y + h));

/** Panels in bands that no panel crosses, from the top. */
function bandsOf(panels: readonly Panel[]): Panel[][] {
  const bands: Panel[][] = [];
  for (const panel of panels.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const band = bands.at(-1);
    if (band && panel.y < bottomOf(band)) band.push(panel);
    else bands.push([panel]);
  }
  return bands;
}

/** Panels that begin at different heights of a band are rows of it. */
const rowCount = (band: readonly Panel[]): number => new Set(band.map(({ y }) => y)).size;

/** Pages with their panels at the top. Of a band with more rows than a page all rows are on one page. */
export function wallPages(panels: readonly Panel[], rowsOfAPage: number = ROWS_OF_A_PAGE): Panel[][] {
  const pages: Panel[][] = [];
  let free = 0;
  for (const band of bandsOf(panels)) {
    const page = pages.at(-1);
    if (page && rowCount(band) <= free) page.push(...band);
    else pages.push([...band]);
    free = (page && page === pages.at(-1) ? free : rowsOfAPage) - rowCount(band);
  }
  return pages.map((page) => {
    const top = Math.min(...page.map(({ y }) => y));
    return page.map((panel) => ({ ...panel, y: panel.y - top }));
  });
}

/** Fit a page to a number of rows of the grid; return it unchanged if its panels would become unreadable. */
export function fitted(page: readonly Panel[], rows: number): Panel[] {
  const scale = Math.min(MAX_STRETCH, rows / bottomOf(page));
  const at = (row: number) => Math.round(row * scale);
  const sized = page.map((panel) => ({ ...panel, y: at(panel.y), h: at(panel.y + panel.h) - at(panel.y) }));
  return sized.every(({ h }) => h >= MIN_HEIGHT) ? sized : [...page];
}
