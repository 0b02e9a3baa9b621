/** The address of the zip of a permalink. */

/** Paths of permalinks: with a secret token, a version below it, or of a listed result. */
const PATH = /^\/(?:s\/[\w-]+(?:\/v[1-9]\d*)?|p\/[\w-]+)$/;

/** Return the address of the zip of the permalink in a text; null for any other text. */
export function zipAddress(text: string): string | null {
  if (!URL.canParse(text.trim())) return null;
  const url = new URL(text.trim());
  if (!["https:", "http:"].includes(url.protocol) || url.username || url.password) return null;
  const path = url.pathname.replace(/\/$/, "").replace(/\.(?:zip|json|pdf|csv|xlsx)$/, "");
  return PATH.test(path) ? `${url.origin}${path}.zip` : null;
}
