/** Selecting entries of a list one by one, or a range of them with Shift. */

/**
 * The selection after one box was used: alone, or with all between it and the box that was used before. They follow the box
 * that was used now, and no more than `max` are selected.
 */
export function selectThrough(
  selection: readonly string[],
  listed: readonly string[],
  { from, to }: { from: string | null; to: string },
  max = Number.POSITIVE_INFINITY,
): string[] {
  const [start, end] = [from === null ? -1 : listed.indexOf(from), listed.indexOf(to)];
  const range = start < 0 ? [to] : listed.slice(Math.min(start, end), Math.max(start, end) + 1);
  if (selection.includes(to)) return selection.filter((entry) => !range.includes(entry));
  return [...new Set([...selection, ...range])].slice(0, max);
}
