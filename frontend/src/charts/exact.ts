/** Exact values for tables: every digit that a reader may need. */
import { formatBytesPerSecond, formatCount, formatLatency } from "@/lib/units";
import type { Cell, TableColumn } from "./definition";

const IOPS_DECIMALS_BELOW = 1000;

/** IOPS without a unit prefix: `231,456`; a few of them with what they have behind the point. */
function exactIops(value: number): string {
  return formatCount(Math.abs(value) < IOPS_DECIMALS_BELOW ? Number(value.toFixed(2)) : Math.round(value));
}

/** A cell of a table as its reader sees it; rates and latencies exactly, all others as their column has them. */
export function exactText({ unit, format }: Pick<TableColumn, "unit" | "format">, value: Cell): string {
  if (typeof value !== "number" || !Number.isFinite(value)) return format(value);
  if (unit === "1/s") return exactIops(value);
  if (unit === "bytes/s") return formatBytesPerSecond(value, { digits: 5 });
  if (unit === "ns") return formatLatency(value, { digits: 4 });
  return format(value);
}
