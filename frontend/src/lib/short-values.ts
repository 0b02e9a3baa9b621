/** Values as tiles, cards and lists write them: three digits, the unit apart, no-break spaces. */
import { METRICS, type MetricName } from "./metrics";
import { formatBytes, formatNumber, type Quantity } from "./units";

/** Space that does not break a number and its unit over two lines. */
export const NO_BREAK_SPACE = "\u00a0";
/** Placeholder for a value that is unknown or does not apply. */
export const NO_VALUE = "–";
const MINUS = "\u2212";

/** Number and its unit, which is written smaller; the unit is empty if there is none. */
export interface ShortValue {
  number: string;
  unit: string;
}

function isKnown(value: Quantity): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** Parts a text such as `948 MB/s` at its space. */
function parted(text: string): ShortValue {
  const [number = NO_VALUE, unit = ""] = text.split(" ");
  return { number, unit };
}

/** Return a value of a metric in its base unit as number and unit: `231k` and `IOPS`, `1.10` and `ms`. */
export function shortValue(metric: MetricName, value: Quantity): ShortValue {
  if (!isKnown(value)) return { number: NO_VALUE, unit: "" };
  const short = parted(METRICS[metric].format(value));
  return metric === "iops" ? { ...short, unit: METRICS.iops.label } : short;
}

/** Return an amount of data in bytes as number and decimal unit: `46.1` and `TB`. */
export function shortBytes(bytes: Quantity): ShortValue {
  return isKnown(bytes) ? parted(formatBytes(bytes)) : { number: NO_VALUE, unit: "" };
}

/** Return number and unit as one text that does not break: `948 MB/s`. */
export function joinShort({ number, unit }: ShortValue): string {
  return unit === "" ? number : `${number}${NO_BREAK_SPACE}${unit}`;
}

/** Return a share (0 to 100) without irrelevant digits: `14 %`, `3.2 %`, `0.16 %`. */
export function shortPercent(percent: Quantity): string {
  if (!isKnown(percent)) return NO_VALUE;
  const digits = Math.abs(percent) < 10 ? 2 : Math.max(2, String(Math.round(Math.abs(percent))).length);
  return `${formatNumber(percent, { digits, trim: true })}${NO_BREAK_SPACE}%`;
}

/** Return a temperature in whole degrees: `41 °C`. */
export function shortTemperature(degrees: Quantity): string {
  return isKnown(degrees) ? `${degrees.toFixed(0).replace("-", MINUS)}${NO_BREAK_SPACE}\u00b0C` : NO_VALUE;
}

/** Percentage below which a change counts as no change. */
const NO_CHANGE = 0.5;

/** Return a change in whole percent: `+66 %`, `−11 %`, and `±0 %` below half a percent. */
export function shortChange(percent: number): string {
  const size = Math.abs(percent);
  if (size < NO_CHANGE) return `\u00b10${NO_BREAK_SPACE}%`;
  // Only what is nothing is a whole hundred percent less.
  const whole = percent < 0 && size < 100 ? Math.min(99, Math.round(size)) : Math.round(size);
  return `${percent < 0 ? MINUS : "+"}${formatNumber(whole, { digits: 15, trim: true })}${NO_BREAK_SPACE}%`;
}

/** Return +1 for a rise, -1 for a fall, 0 for no change. */
export function changeSign(percent: number): -1 | 0 | 1 {
  if (Math.abs(percent) < NO_CHANGE) return 0;
  return percent < 0 ? -1 : 1;
}
