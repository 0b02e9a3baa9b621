/** Colours as six hexadecimal digits: mixing them, and how far apart two of them are to the eye. */

/** Red, green and blue from 0 to 255. */
type Channels = readonly [red: number, green: number, blue: number];

/** Return the channels of `#RRGGBB`; other notations are a RangeError. */
export function channelsOf(colour: string): Channels {
  const digits = /^#([0-9a-f]{6})$/i.exec(colour)?.[1];
  if (!digits) throw new RangeError(`${colour} is not of the form #RRGGBB`);
  const value = Number.parseInt(digits, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function hexOf(channels: readonly number[]): string {
  return `#${channels.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`.toUpperCase();
}

/** Return the colour at `share` (0 to 1) of the way from one colour to another. */
export function mixColours(from: string, to: string, share: number): string {
  const ends = channelsOf(to);
  return hexOf(channelsOf(from).map((value, index) => value + ((ends[index] ?? value) - value) * share));
}

/** Return the colour at `share` (0 to 1) of a ramp whose stops lie at equal distances. */
export function rampAt(stops: readonly string[], share: number): string {
  const place = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
  const from = stops[Math.floor(place)];
  if (from === undefined) throw new RangeError("a ramp has at least one stop");
  return mixColours(from, stops[Math.ceil(place)] ?? from, place % 1);
}

/** Return a colour with an opacity (0 to 1), as CSS and ECharts take it. */
export function withOpacity(colour: string, opacity: number): string {
  return hexOf([...channelsOf(colour), opacity * 255]);
}

/** Relative luminance from 0 to 1, by WCAG 2.2. */
function luminanceOf(colour: string): number {
  const linear = channelsOf(colour).map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  const [red = 0, green = 0, blue = 0] = linear;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours from 1 to 21, by WCAG 2.2. */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
