/** Values of tables with every digit that was published or measured. Charts have short forms (`lib/units`). */
import { formatBytesPerSecond, formatLatency, formatNumber, type Quantity } from "./units";

const EVERY_DIGIT = { digits: 15, trim: true } as const;
/** Engines report rates to the thousandth at most; more digits are the rest of a division. */
const PER_UNIT = 1000;

/** IOPS in full: `7,958,204`, `41,388.31`. */
export const exactIops = (value: Quantity): string =>
  formatNumber(value == null ? value : Math.round(value * PER_UNIT) / PER_UNIT, EVERY_DIGIT);

/** Throughput to the byte: `54.396 GB/s`. */
export const exactBytesPerSecond = (value: Quantity): string =>
  formatBytesPerSecond(value == null ? value : Math.round(value), EVERY_DIGIT);

/** Latency to the nanosecond: `1.25 ms`, `85.312 µs`. */
export const exactLatency = (value: Quantity): string =>
  formatLatency(value == null ? value : Math.round(value), EVERY_DIGIT);
