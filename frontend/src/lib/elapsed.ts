/** Elapsed time that people type: `1:02:03.5` or `2:03`, in ms and back. */

const PARTS = /^(?:(?:(\d{1,5}):)?(\d{1,2}):)?(\d{1,2}|\d+)(?:[.,](\d{1,3}))?$/;

/** The ms of `h:mm:ss`, `m:ss` or seconds alone, with up to three decimals; null for anything else. */
export function readElapsed(text: string): number | null {
  const match = PARTS.exec(text.trim());
  if (!match) return null;
  const [, hours = "0", minutes, seconds = "0", decimals = ""] = match;
  // Above sixty only the foremost part may be: `90` is a minute and a half, `1:90` a mistake.
  if (minutes !== undefined && (Number(seconds) > 59 || (match[1] !== undefined && Number(minutes) > 59))) return null;
  const whole = Number(hours) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds);
  return Number.isSafeInteger(whole) ? whole * 1000 + Number(decimals.padEnd(3, "0")) : null;
}

/** The same behind a minus, for a moment before the one that time is counted from. */
export function readMoment(text: string): number | null {
  const [, sign = "", elapsed = ""] = /^([-\u2212]?)(.*)$/.exec(text.trim()) ?? [];
  const milliseconds = readElapsed(elapsed);
  return milliseconds && sign ? -milliseconds : milliseconds;
}

/** The moment to the last ms: `0:12:30`, `0:12:30.5`. */
export function writeElapsed(milliseconds: number): string {
  if (milliseconds < 0) return `\u2212${writeElapsed(-milliseconds)}`;
  const whole = Math.floor(milliseconds / 1000);
  const two = (part: number) => String(part).padStart(2, "0");
  const clock = `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  const rest = String(milliseconds % 1000)
    .padStart(3, "0")
    .replace(/0+$/, "");
  return rest === "" ? clock : `${clock}.${rest}`;
}
