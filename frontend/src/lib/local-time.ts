/** A moment in a field for local times: drafts hold moments, so that a colleague elsewhere reads the same one. */

/** A moment as the field of a browser holds it, `2026-11-24T08:00`; empty where there is none. */
export function localFieldOf(moment: string | undefined): string {
  if (moment === undefined) return "";
  const at = new Date(moment);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** What a field for a local time holds, as a moment; undefined while it is empty or half typed. */
export function momentOf(local: string): string | undefined {
  // Browsers read more than that, each in its own way.
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local) ? Date.parse(local) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
