/** Numbers as people read them: quantities arrive in base units (1/s, bytes, bytes/s, ns, s, percent 0 to 100). */

/** Placeholder for an unknown value. */
export const NOT_AVAILABLE = "n/a";

/** A quantity as the API sends it; null is unknown. */
export type Quantity = number | null | undefined;

export interface NumberStyle {
  /** Significant digits: 3 in charts (the default), 4 in tables. */
  digits?: number;
  /** Leaves trailing zeros out, as on the labels of an axis. */
  trim?: boolean;
  /** Writes the sign of positive values too, as in differences. */
  sign?: boolean;
}

interface Scale {
  factor: number;
  suffix: string;
}

const COUNTS: Scale[] = [
  { factor: 1, suffix: "" },
  { factor: 1e3, suffix: "k" },
  { factor: 1e6, suffix: "M" },
  { factor: 1e9, suffix: "G" },
];
const BYTES_PER_SECOND: Scale[] = [
  { factor: 1, suffix: " B/s" },
  { factor: 1e3, suffix: " kB/s" },
  { factor: 1e6, suffix: " MB/s" },
  { factor: 1e9, suffix: " GB/s" },
];
const DECIMAL_BYTES: Scale[] = [
  { factor: 1, suffix: " B" },
  { factor: 1e3, suffix: " kB" },
  { factor: 1e6, suffix: " MB" },
  { factor: 1e9, suffix: " GB" },
  { factor: 1e12, suffix: " TB" },
  { factor: 1e15, suffix: " PB" },
];
const BINARY_BYTES: Scale[] = [
  { factor: 1, suffix: " B" },
  { factor: 1024, suffix: " KiB" },
  { factor: 1024 ** 2, suffix: " MiB" },
  { factor: 1024 ** 3, suffix: " GiB" },
  { factor: 1024 ** 4, suffix: " TiB" },
];
const LATENCIES: Scale[] = [
  { factor: 1e3, suffix: " µs" },
  { factor: 1e6, suffix: " ms" },
  { factor: 1e9, suffix: " s" },
];

function isKnown(value: Quantity): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** Writes a number to some significant digits, without an exponent, thousands parted by commas and minus as U+2212. */
export function formatNumber(value: Quantity, { digits = 3, trim = false, sign = false }: NumberStyle = {}): string {
  if (!isKnown(value)) return NOT_AVAILABLE;
  const rounded = Number(Math.abs(value).toPrecision(digits));
  const decimals = rounded === 0 ? 0 : Math.max(0, digits - 1 - Math.floor(Math.log10(rounded)));
  const [whole = "0", part = ""] = rounded.toFixed(Math.min(decimals, 20)).split(".");
  const fraction = trim ? part.replace(/0+$/, "") : part;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const text = fraction ? `${grouped}.${fraction}` : grouped;
  if (rounded === 0) return text;
  if (value < 0) return `\u2212${text}`;
  return sign ? `+${text}` : text;
}

/** A count in full: `14,400`. */
export function formatCount(value: Quantity): string {
  return formatNumber(value, { digits: 15, trim: true });
}

function formatScaled(value: Quantity, scales: readonly Scale[], style: NumberStyle = {}): string {
  if (!isKnown(value)) return NOT_AVAILABLE;
  // Rounding comes first, so that 999.96 µs to three digits becomes 1.00 ms and never 1,000 µs.
  const rounded = (scale: Scale) => Number((Math.abs(value) / scale.factor).toPrecision(style.digits ?? 3));
  const scale = scales.findLast((candidate) => rounded(candidate) >= 1) ?? scales[0];
  return scale ? `${formatNumber(value / scale.factor, style)}${scale.suffix}` : NOT_AVAILABLE;
}

/** IOPS (1/s) with k, M or G: `31.2k`. Below a thousand there is nothing after the unit's dot that matters. */
export function formatIops(value: Quantity, style?: NumberStyle): string {
  if (isKnown(value) && Number.isInteger(value) && Math.abs(value) < 1000)
    return formatNumber(value, { ...style, trim: true });
  return formatScaled(value, COUNTS, style);
}

/** Throughput (bytes/s) in decimal units, as data sheets print it: `512 MB/s`. */
export function formatBytesPerSecond(value: Quantity, style?: NumberStyle): string {
  return formatScaled(value, BYTES_PER_SECOND, style);
}

/** Latency (ns) in µs below one millisecond, then ms, then s: `85.3 µs`. */
export function formatLatency(value: Quantity, style?: NumberStyle): string {
  return value === 0 ? "0 µs" : formatScaled(value, LATENCIES, style);
}

/** A size in decimal bytes, as drives are sold: `960 GB`. */
export function formatBytes(value: Quantity, style?: NumberStyle): string {
  return formatScaled(value, DECIMAL_BYTES, { trim: true, ...style });
}

/** A size in powers of two, as block sizes and files are chosen: `4 KiB`. */
export function formatBinaryBytes(value: Quantity, style?: NumberStyle): string {
  return formatScaled(value, BINARY_BYTES, { trim: true, ...style });
}

/** A share (0 to 100): `12.5 %`. */
export function formatPercent(value: Quantity, style?: NumberStyle): string {
  return isKnown(value) ? `${formatNumber(value, { trim: true, ...style })} %` : NOT_AVAILABLE;
}

/** Further below a whole than any error of summing up its parts. */
const BELOW = 1e-9;

/** A part of a whole (0 to 100): `12.5 %`, and `> 99.9 %` where rounding would make it all of that. */
export function formatShare(value: Quantity, style?: NumberStyle): string {
  const digits = style?.digits ?? 3;
  const isPart = isKnown(value) && value < 100 - BELOW;
  if (!isPart || Number(value.toPrecision(digits)) < 100) return formatPercent(value, style);
  return `> ${formatPercent(100 - 10 ** (2 - digits), style)}`;
}

/** A change as a share of what it is measured against (new / old): `+31 %`; one below a twentieth of a percent is `0 %`. */
export function formatRelative(ratio: number): string {
  const percent = (ratio - 1) * 100;
  if (Math.abs(percent) < 0.05) return "0 %";
  // Only what is nothing is a whole hundred percent less.
  if (ratio > 0 && percent <= -99.95) return "< \u221299.9 %";
  return formatPercent(percent, { digits: Math.abs(percent) < 10 ? 2 : 3, sign: true });
}

/** Number of digits beyond which the rules of the lab treat values as equal. */
const MAX_DIGITS = 8;

/**
 * Return the number of significant digits that distinguish a value from another, such as its limit; 3 if they are
 * equal.
 */
export function digitsApart(value: number, other: number): number {
  for (let digits = 3; digits <= MAX_DIGITS; digits += 1) {
    if (Number(value.toPrecision(digits)) !== Number(other.toPrecision(digits))) return digits;
  }
  return 3;
}

/** A temperature in degrees Celsius: `41 \u00B0C`. */
export function formatTemperature(value: Quantity, style?: NumberStyle): string {
  return isKnown(value) ? `${formatNumber(value, { trim: true, ...style })} \u00B0C` : NOT_AVAILABLE;
}

/** A span in its two largest units: `4 h 10 min`, `2 min 5 s`, `1.5 s`. */
export function formatDuration(seconds: Quantity): string {
  if (!isKnown(seconds)) return NOT_AVAILABLE;
  if (seconds < 0) return `\u2212${formatDuration(-seconds)}`;
  if (seconds < 10) return `${formatNumber(seconds, { digits: 2, trim: true })} s`;
  const whole = Math.round(seconds);
  const parts: [number, string][] = [
    [Math.floor(whole / 86_400), "d"],
    [Math.floor(whole / 3600) % 24, "h"],
    [Math.floor(whole / 60) % 60, "min"],
    [whole % 60, "s"],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(" ");
}

/** Time since the start (ms) as a clock that counts on past a day: `0:04:10`, `36:00:00`. */
export function formatElapsed(milliseconds: Quantity): string {
  if (!isKnown(milliseconds)) return NOT_AVAILABLE;
  const seconds = Math.round(Math.abs(milliseconds) / 1000);
  const two = (part: number) => String(part).padStart(2, "0");
  const clock = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return milliseconds < 0 && seconds > 0 ? `\u2212${clock}` : clock;
}

/** Seconds that are no whole minutes are counted as such up to here. */
const MAX_TICK_SECONDS = 600;

/** A moment of an axis of elapsed time (ms): `0`, `45 s`, `10 min`, `3 h`, `1:30`, `1:30:05`. */
export function formatElapsedTick(milliseconds: number): string {
  if (milliseconds < 0) {
    const tick = formatElapsedTick(-milliseconds);
    return tick === "0" ? tick : `\u2212${tick}`;
  }
  const seconds = Math.round(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  if (seconds === 0) return "0";
  if (seconds % 3600 === 0) return `${hours}\u00a0h`;
  if (seconds % 60 === 0) return hours === 0 ? `${minutes}\u00a0min` : `${hours}:${two(minutes)}`;
  return seconds < MAX_TICK_SECONDS ? `${seconds}\u00a0s` : formatElapsed(milliseconds);
}

/** A moment (RFC 3339) in the reader's time zone: `21 Nov 2026, 01:40:05`; `timeZone` is for exports and tests. */
export function formatDateTime(moment: string | null | undefined, timeZone?: string): string {
  const date = moment ? new Date(moment) : null;
  if (!date || Number.isNaN(date.getTime())) return NOT_AVAILABLE;
  if (timeZone === undefined) return inReadersZone(date);
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZone,
  }).format(date);
}

export const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"] as const;

/** As `Intl` writes it, without it: a phone takes a twentieth of a second to make the first of its formats. */
function inReadersZone(date: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":");
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}, ${clock}`;
}

/** The day of a moment in the reader's time zone: `Sat, 21 November 2026`. */
export function formatDay(moment: string, timeZone?: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone,
  }).format(new Date(moment));
}

/** The time of day of a moment in the reader's time zone: `01:40`. */
export function formatTimeOfDay(moment: string, timeZone?: string): string {
  return new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone }).format(new Date(moment));
}
