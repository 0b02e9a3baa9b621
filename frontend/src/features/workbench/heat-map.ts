/** Which part of a pivot is drawn as a map: one workload of it. Pure. */
import type { Pivot, PivotCell } from "@/api/pivot";

const isMeasured = ({ state, value }: PivotCell): boolean => state === "measured" && value !== null;

/** The panel of a pivot that is drawn: the chosen one, or of those with the most values the best; undefined for none. */
export function mapPanel({ panels, cells, choice }: Pivot, chosen: string | null): string | null | undefined {
  if (chosen !== null) return panels.find((panel) => panel === chosen);
  const valuesOf = (panel: string | null) =>
    cells.flatMap((cell) => (cell.panel === panel && isMeasured(cell) ? (cell.value ?? []) : []));
  const most = Math.max(0, ...panels.map((panel) => valuesOf(panel).length));
  const fullest = panels.filter((panel) => most > 0 && valuesOf(panel).length === most);
  const sum = (panel: string | null) => valuesOf(panel).reduce((whole, value) => whole + value, 0);
  const sign = choice.metric.better === "higher" ? 1 : -1;
  return fullest.toSorted((a, b) => sign * (sum(b) - sum(a)))[0];
}
