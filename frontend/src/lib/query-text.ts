/** Places in the text of a query. The lab counts characters, a field counts UTF-16 units. */

/** Return the number of characters before a place of the field. */
export const charactersBefore = (text: string, place: number): number => [...text.slice(0, place)].length;

/** Return the place in the field after a number of characters. */
export const placeBehind = (text: string, characters: number): number => [...text].slice(0, characters).join("").length;

export interface Stretch {
  /** In characters; the end is not part of it. */
  start: number;
  end: number;
}

/** Return the text with a stretch replaced, and the place of the caret behind what was put there. */
export function replaceStretch(text: string, { start, end }: Stretch, by: string): { text: string; caret: number } {
  const before = text.slice(0, placeBehind(text, start));
  const after = text.slice(placeBehind(text, end));
  return { text: before + by + after, caret: before.length + by.length };
}

/** Return a text in three: before a stretch, the stretch, and behind it. */
export function partsAround(text: string, { start, end }: Stretch): [string, string, string] {
  const [from, to] = [placeBehind(text, start), placeBehind(text, Math.max(end, start))];
  return [text.slice(0, from), text.slice(from, to), text.slice(to)];
}
