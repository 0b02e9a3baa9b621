/** Finds the one-time token in what a person pasted. */

/** The part after `#` of a link, or the text itself; without the spaces and line breaks that copying adds. */
export function tokenOf(pasted: string): string {
  const text = pasted.replace(/\s+/g, "");
  const hash = text.indexOf("#");
  return hash >= 0 ? text.slice(hash + 1) : text;
}
