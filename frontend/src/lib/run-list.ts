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

/** Undefined for an empty list, so that it leaves the address. */
export function writeRunList(references: readonly string[]): string | undefined {
  return references.length > 0 ? references.slice(0, MOST_RUNS).join(",") : undefined;
}
