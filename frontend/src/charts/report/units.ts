/** Numbers of a report in words: one unit for a whole axis, and a single value with its own. */
import { axisScale } from "@/lib/metrics";
import {
  formatBinaryBytes,
  formatBytes,
  formatBytesPerSecond,
  formatCount,
  formatDuration,
  formatIops,
  formatLatency,
  formatNumber,
  formatShare,
  NOT_AVAILABLE,
} from "@/lib/units";
import type { Cell } from "../definition";
import type { ReportAxis, ReportUnit } from "./panels";

export interface AxisText {
  /** The axis with the unit of its labels: `Throughput (MB/s)`. */
  title: string;
  tick: (value: number) => string;
}

const STEPS: Partial<Record<ReportUnit, [factor: number, unit: string][]>> = {
  bytes: [
    [1e12, "TB"],
    [1e9, "GB"],
    [1e6, "MB"],
    [1e3, "kB"],
    [1, "B"],
  ],
  s: [
    [7200, "h"],
    [120, "min"],
    [1, "s"],
  ],
};
const SECONDS = { h: 3600, min: 60, s: 1 } as Record<string, number>;
const PLAIN = { digits: 4, trim: true };

/** Return the texts of an axis that reaches up to `maximum`. */
export function axisText({ label, unit, base }: ReportAxis, maximum: number): AxisText {
  if (unit === "1/s" || unit === "bytes/s" || unit === "ns" || unit === "percent") {
    const scale = axisScale({ unit }, maximum);
    return { title: scale.unit ? `${label} (${scale.unit})` : label, tick: scale.format };
  }
  if (unit === "bytes" && base === 2) return { title: label, tick: (value) => formatBinaryBytes(value) };
  const step = STEPS[unit]?.find(([from]) => maximum >= from) ?? STEPS[unit]?.at(-1);
  if (!step) return { title: label, tick: (value) => formatNumber(value, PLAIN) };
  const [from, name] = step;
  return { title: `${label} (${name})`, tick: (value) => formatNumber(value / (SECONDS[name] ?? from), PLAIN) };
}

/** Return the interval of the ticks of a linear time axis: whole hours or minutes, as many as fit. */
export function timeInterval(maximum: number, ticks: number): number {
  const steps = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400];
  return steps.find((step) => maximum / step <= ticks) ?? 86_400;
}

/** Format one value with its unit, with 3 significant digits by default. */
export function valueText(unit: ReportUnit | null, value: Cell, digits = 3): string {
  if (typeof value === "string") return value;
  if (value === null) return NOT_AVAILABLE;
  switch (unit) {
    case "1/s":
      return formatIops(value, { digits });
    case "bytes/s":
      return formatBytesPerSecond(value, { digits });
    case "bytes":
      return formatBytes(value, { digits });
    case "ns":
      return formatLatency(value, { digits });
    case "s":
      return formatDuration(value);
    case "percent":
      return formatShare(value, { digits: Math.max(digits, value > 99 ? 7 : digits) });
    case "fills":
      return formatNumber(value, { digits, trim: true });
    default:
      return formatCount(value);
  }
}

/** Return the unit of exact values in a table and a file; null where a plain number is enough. */
export function exactUnit(unit: ReportUnit | null): string | null {
  return unit === "1/s" || unit === "round" || unit === "count" || unit === "fills" ? null : unit;
}
