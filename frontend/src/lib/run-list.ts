/** Runs in an address, as `r-1,r-2`: in their order, each once, and no more than one chart takes. */

export const MOST_RUNS = 12;

/** Numbers or ids of runs; what is no reference is dropped. */
export function readRunList(text: string | undefined): string[] {
  return referencesIn(text).slice(0, MOST_RUNS);
}

/** Those that `readRunList` leaves out because one chart does not take so many. */
export function readTooMany(text: string | undefined): string[] {
  return referencesIn(text).slice(MOST_RUNS);
}

function referencesIn(text: string | undefined): string[] {
  const references = (text ?? "").split(",").map((part) => part.trim());
  return [...new Set(references.filter((part) => /^[\w-]{1,64}$/.test(part)))];
}

/**
 * The selection after one box was used: alone, or with all between it and the box that was used before. They follow the box
 * that was used now, and no more are selected than one chart takes.
 */
export function selectThrough(
  selection: readonly string[],
  listed: readonly string[],
  { from, to }: { from: string | null; to: string },
): string[] {
  const [start, end] = [from === null ? -1 : listed.indexOf(from), listed.indexOf(to)];
  const range = start < 0 ? [to] : listed.slice(Math.min(start, end), Math.max(start, end) + 1);
  if (selection.includes(to)) return selection.filter((run) => !range.includes(run));
  return [...new Set([...selection, ...range])].slice(0, MOST_RUNS);
}

/** Undefined for an empty list, so that it leaves the address. */
export function writeRunList(references: readonly string[]): string | undefined {
  return references.length > 0 ? references.slice(0, MOST_RUNS).join(",") : undefined;
}
