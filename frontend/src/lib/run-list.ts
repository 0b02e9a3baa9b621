/** Runs in an address, as `r-1,r-2`: in their order, and no more than a workbench takes. */

export const MAX_RUNS = 48;

/** Undefined for an empty list, so that it leaves the address. */
export function writeRunList(references: readonly string[]): string | undefined {
  return references.length > 0 ? references.slice(0, MAX_RUNS).join(",") : undefined;
}

/** Return runs as the search of a workbench, with the number of runs left out. */
export function workbenchOf(references: readonly string[]): { runs?: string; left?: number } {
  const runs = writeRunList(references);
  const left = references.length - MAX_RUNS;
  return { ...(runs === undefined ? {} : { runs }), ...(left > 0 ? { left } : {}) };
}
