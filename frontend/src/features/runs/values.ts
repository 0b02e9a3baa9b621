/** Values of the table of runs: short to look at, exact on hover and in what is copied. */
import type { CellValue, RunColumn } from "@/api/run-table";
import { exactText } from "@/charts/exact";
import { METRICS, type MetricName } from "@/lib/metrics";
import { shortMoment, shortSpan } from "@/lib/short-times";
import { joinShort, NO_BREAK_SPACE, NO_VALUE, shortPercent, shortValue } from "@/lib/short-values";
import { formatBinaryBytes, formatBytes, formatCount, formatDateTime } from "@/lib/units";
import { messages, word } from "@/messages";
import { parts } from "@/messages/parts";
import { runList as words } from "@/messages/run-list";

type Meaning = Pick<RunColumn, "field" | "type" | "unit">;

/** Return true for a latency column, whose lowest value usually comes first. */
export const isLatency = ({ unit }: Pick<RunColumn, "unit">) => unit === "ns";
/** Capacities are sold by powers of ten, all other sizes are powers of two. */
const isCapacity = ({ field }: Meaning) => field === "drive_size";
const METRIC_OF: Readonly<Record<string, MetricName>> = {
  "1/s": "iops",
  "bytes/s": "throughput_bytes_per_s",
  ns: "latency_mean_ns",
};
const NUMBERED: Readonly<Record<string, string>> = { number: "r", job: "j" };
const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  state: messages.states,
  origin: messages.origins,
  verdict: parts.verdicts,
  validity: words.validity,
  completeness: words.completeness,
  scale: words.scales,
};

/** Return a value with three digits, and a dash for one that is unknown. */
export function shortCell(column: Meaning, value: CellValue, now: Date): string {
  if (value === null) return NO_VALUE;
  if (typeof value === "number") return shortNumber(column, value);
  if (typeof value === "boolean") return value ? messages.yes : messages.no;
  if (column.type === "date") return shortMoment(new Date(value), now);
  return wordOf(column, value);
}

function shortNumber(column: Meaning, value: number): string {
  const { unit, field } = column;
  const metric = unit === null ? undefined : METRIC_OF[unit];
  if (metric) return metric === "iops" ? shortValue(metric, value).number : joinShort(shortValue(metric, value));
  if (unit === "bytes") return isCapacity(column) ? formatBytes(value) : formatBinaryBytes(value);
  if (unit === "seconds") return shortSpan(value);
  if (unit === "percent") return shortPercent(value);
  const prefix = NUMBERED[field];
  return prefix ? `${prefix}-${value}` : formatCount(value);
}

/** Return a value with every digit that it has, or nothing where it is unknown. */
export function exactCell(column: Meaning, value: CellValue): string {
  if (value === null) return "";
  if (typeof value === "number") return exactNumber(column, value);
  if (typeof value === "boolean") return value ? messages.yes : messages.no;
  return column.type === "date" ? formatDateTime(value) : wordOf(column, value);
}

function exactNumber(column: Meaning, value: number): string {
  const { unit, field } = column;
  const metric = unit === null ? undefined : METRIC_OF[unit];
  if (metric) {
    const { unit: base, format } = METRICS[metric];
    return exactText({ unit: base, format: (cell) => format(Number(cell)) }, value);
  }
  if (unit === "bytes") return words.bytes(formatCount(value));
  if (unit === "seconds") return words.seconds(formatCount(value));
  if (unit === "percent") return `${formatCount(value)}${NO_BREAK_SPACE}%`;
  return NUMBERED[field] ? shortNumber(column, value) : formatCount(value);
}

function wordOf({ field }: Meaning, value: string): string {
  const choices = CHOICES[field];
  return choices ? word(choices, value) : value;
}

/** Return the value of a group of runs in words. */
export function groupTitle(field: string, value: string | null): string {
  if (value === null) return messages.unknown;
  return wordOf({ field, type: "text", unit: null }, value);
}
