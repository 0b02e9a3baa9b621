/** A moment in a field for local times: drafts hold moments, so that a colleague elsewhere reads the same one. */

/** Return a moment in the format of a browser field, `2026-11-24T08:00`; empty if there is none. */
export function localFieldOf(moment: string | undefined): string {
  if (moment === undefined) return "";
  const at = new Date(moment);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Return the content of a field for local time as a moment; undefined while it is empty or incomplete. */
export function momentOf(local: string): string | undefined {
  // Browsers read more than that, each in its own way.
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local) ? Date.parse(local) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
