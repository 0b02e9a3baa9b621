/** Rank of a figure among those of the list, as colour steps behind the numbers. */
import type { RunColumn, RunRow } from "@/api/run-table";

const STEPS = 5;
/** Values that are further apart are placed by decades. */
const FAR = 10;

/** Return the step of the value of each row in a column, undefined for columns without figures. */
export function shadeOf(
  { type, unit, baseline }: Pick<RunColumn, "type" | "unit" | "baseline">,
  place: number,
  rows: readonly RunRow[],
): ((run: RunRow) => number | undefined) | undefined {
  if (type !== "number" || unit === null || baseline) return undefined;
  const figureOf = (run: RunRow) => run.values?.[place];
  const numbers = rows.map(figureOf).filter((value) => typeof value === "number");
  const low = numbers.reduce((min, value) => Math.min(min, value), Number.POSITIVE_INFINITY);
  const high = numbers.reduce((max, value) => Math.max(max, value), Number.NEGATIVE_INFINITY);
  if (!(high > low)) return undefined;
  const scaled = low > 0 && high / low > FAR ? Math.log : (value: number) => value;
  return (run) => {
    const value = figureOf(run);
    if (typeof value !== "number") return undefined;
    const part = (scaled(value) - scaled(low)) / (scaled(high) - scaled(low));
    return Math.min(Math.floor(part * STEPS), STEPS - 1);
  };
}
