/** Head of a group of runs: their number, the median, and the span around it. */
import type { ColumnSummary, RunColumn, RunGroup } from "@/api/run-table";
import { runList as words } from "@/messages/run-list";
import classes from "./runs.module.css";
import { exactCell, shortCell } from "./values";

const EPOCH = new Date(0);

export function GroupMedian({ column, summary }: { column: RunColumn; summary: ColumnSummary | null | undefined }) {
  if (summary?.median == null) return null;
  const exact = exactCell(column, summary.median);
  return (
    <span title={exact} data-exact={exact}>
      {shortCell(column, summary.median, EPOCH)}
    </span>
  );
}

/** The groups of a list with their totals, by the value of each. */
export type GroupTotals = ReadonlyMap<string | null, RunGroup>;

/** Place of the column whose span is drawn: the first one with figures; -1 for none. */
export function spanColumn(columns: readonly RunColumn[], groups: readonly RunGroup[]): number {
  return columns.findIndex(
    (column, place) => column.unit !== null && groups.some(({ summaries }) => summaries[place]?.median != null),
  );
}

/** Return the place of a value between the lowest and the highest of all groups, 0 to 1; by decades if they are far apart. */
export function spanScale(groups: readonly RunGroup[], place: number): (value: number) => number {
  const ranges = groups.flatMap(({ summaries }) => summaries[place] ?? []);
  const low = Math.min(...ranges.flatMap(({ min }) => min ?? []));
  const high = Math.max(...ranges.flatMap(({ max }) => max ?? []));
  const scaled = low > 0 && high / low > 10 ? Math.log : (value: number) => value;
  const span = scaled(high) - scaled(low);
  return (value) => (span > 0 ? Math.min(Math.max((scaled(value) - scaled(low)) / span, 0), 1) : 0.5);
}

export interface GroupSpanProps {
  column: RunColumn;
  summary: ColumnSummary;
  scale: (value: number) => number;
}

export function GroupSpan({ column, summary: { min, median, max }, scale }: GroupSpanProps) {
  if (min === null || median === null || max === null) return null;
  const [low, middle, high] = [min, median, max].map((value) => `${scale(value) * 100}%`);
  return (
    <span
      className={classes.range}
      role="img"
      aria-label={words.groupSpan(shortCell(column, min, EPOCH), shortCell(column, max, EPOCH))}
    >
      <span className={classes.span} style={{ insetInlineStart: low, width: `calc(${high} - ${low})` }} />
      <span className={classes.mark} style={{ insetInlineStart: middle }} />
    </span>
  );
}
