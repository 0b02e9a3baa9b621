/** Notation of a figure that is not exact: with the qualifier of its source. */

const PREFIXES: Record<string, string> = {
  exact: "",
  approximate: "≈ ",
  lower_bound: "≥ ",
  upper_bound: "≤ ",
  range_low: "from ",
  range_high: "up to ",
};

/** A text that a value of this kind is written as: `≈ 31.2k`, `0.25 (ratio)`. */
export function withKind(text: string, kind: string | null): string {
  const prefix = PREFIXES[kind ?? "exact"];
  return prefix === undefined ? `${text} (${kind})` : `${prefix}${text}`;
}

/** True if a value is a number that others can be compared with, not a bound or an end of a range. */
export function isNumber(kind: string | null): boolean {
  return kind === "exact" || kind === "approximate";
}
