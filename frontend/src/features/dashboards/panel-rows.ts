/** The first panels of a dashboard in small, in its own layout. */
import type { WorkbenchPanel } from "@/api/types";

export const PICTURE_ROWS = 2;
const COLUMNS = 12;

export interface PanelTile {
  id: string;
  chart: WorkbenchPanel["chart"];
  /** Columns that it takes of the twelve of its row. */
  span: number;
}

/** The tiles of the first two rows: panels that begin below each other are rows, and each row is filled. */
export function panelRows(panels: readonly WorkbenchPanel[]): PanelTile[][] {
  const rows: WorkbenchPanel[][] = [];
  for (const panel of panels.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && panel.y < first.y + first.h && widthOf(row) + panel.w <= COLUMNS) row.push(panel);
    else rows.push([panel]);
  }
  return rows.slice(0, PICTURE_ROWS).map((row) => {
    const free = COLUMNS - widthOf(row);
    return row.map(({ id, chart, w }, place) => ({ id, chart, span: place === row.length - 1 ? w + free : w }));
  });
}

function widthOf(row: readonly WorkbenchPanel[]): number {
  return row.reduce((sum, { w }) => sum + w, 0);
}
