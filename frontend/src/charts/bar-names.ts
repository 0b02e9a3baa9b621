/** Names beside bars: in one or two lines, cut in their middle where even two are too short. */

import { fitEnds, fitText, textWidth } from "./parts";
import { FONT_SIZE } from "./theme";

export const NAME_LINE = 13;
/** Shares of the width of a chart for names with two lines, and for names where rows have no room for them. */
const SHARES = { two: 0.38, one: 0.5 } as const;

export interface BarNames {
  /** Room in px; 0 where names appear above their bars. */
  room: number;
  /** The lines of a name. */
  linesOf: (name: string) => string[];
}

const widthOf = (text: string): number => textWidth(text, FONT_SIZE.title);

/** As many words as fit, and the rest. */
function split(name: string, room: number): [string, string] {
  const words = name.split(" ");
  let count = words.length;
  while (count > 1 && widthOf(words.slice(0, count).join(" ")) > room) count -= 1;
  return [words.slice(0, count).join(" "), words.slice(count).join(" ")];
}

function twoLines(name: string, room: number): string[] {
  const [first, rest] = split(name, room);
  if (widthOf(first) > room) return [fitEnds(name, FONT_SIZE.title, room)];
  if (rest === "") return [first];
  const words = rest.split(" ");
  const ends = words.map((_, place) => (place === 0 ? rest : `\u2026 ${words.slice(place).join(" ")}`));
  return [first, ends.find((text) => widthOf(text) <= room) ?? fitText(words.at(-1) ?? "", FONT_SIZE.title, room)];
}

/**
 * Lay out the names of bars. `row` is the height of a bar with its gap, `above` the room for names above their bars.
 */
export function barNames(
  names: readonly string[],
  { width, row, above }: { width: number; row: number; above: number | null },
): BarNames {
  const one = (room: number) => (name: string) => [fitEnds(name, FONT_SIZE.title, room)];
  if (above !== null) return { room: 0, linesOf: one(above) };
  const isTall = row >= 2 * NAME_LINE;
  const widest = Math.max(0, ...names.map(widthOf));
  const room = Math.min(widest, width * SHARES[isTall ? "two" : "one"]);
  return { room, linesOf: isTall ? (name) => twoLines(name, room) : one(room) };
}
