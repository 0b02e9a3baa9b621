/** A measured figure with its unit. */
import { formatBytesPerSecond, formatIops, formatLatency, formatNumber, NOT_AVAILABLE } from "@/lib/units";
import { matrix as words } from "@/messages/campaigns";

const DIGITS = { digits: 4 };

/** `unit` is the one of the API: 1/s, bytes/s or ns; another one is written as it came. */
export function figureText(value: number | null, unit: string | null): string {
  if (value === null) return NOT_AVAILABLE;
  if (unit === "1/s") return words.iops(formatIops(value, DIGITS));
  if (unit === "bytes/s") return formatBytesPerSecond(value, DIGITS);
  if (unit === "ns") return formatLatency(value, DIGITS);
  return `${formatNumber(value, DIGITS)} ${unit ?? ""}`.trim();
}
