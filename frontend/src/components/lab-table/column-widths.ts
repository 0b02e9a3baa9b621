/** Widths of the columns of a table in the room that it has. */
import type { LabColumn } from "./columns";

type Width = Pick<LabColumn<never>, "width" | "minWidth">;

/** Returns a width for each column. Where room is short they give way one after the other, those with most to give first. */
export function fitWidths(columns: readonly Width[], room: number): number[] {
  const widths = columns.map(({ width }) => width);
  let short = widths.reduce((sum, width) => sum + width, 0) - room;
  const spare = ({ width, minWidth = width }: Width) => width - minWidth;
  const yielding = columns.map((column, place) => ({ place, spare: spare(column) })).sort((a, b) => b.spare - a.spare);
  for (const { place, spare } of yielding) {
    const given = Math.min(Math.max(short, 0), spare);
    widths[place] = (widths[place] ?? 0) - given;
    short -= given;
  }
  return widths;
}
