/** Labels, keys with an optional value, as the lab has them and as text: `key=value`, or `key` without a value. */

export type LabelValues = Readonly<Record<string, string | null | undefined>>;

/** Maximum number of characters that the lab accepts. */
export const MAX_KEY_CHARACTERS = 63;
export const MAX_VALUE_CHARACTERS = 200;

/** Keys that begin so are the lab's own: pages leave them out. */
const OWN = "storagelab/";

export function formatLabel(key: string, value: string | null | undefined): string {
  return value === null || value === undefined ? key : `${key}=${value}`;
}

/** The key ends at the first `=`. A text without a key is no label. */
export function parseLabel(text: string): [key: string, value: string | null] | null {
  const end = text.indexOf("=");
  const key = (end < 0 ? text : text.slice(0, end)).trim();
  return key === "" ? null : [key, end < 0 ? null : text.slice(end + 1).trim()];
}

/** Every label of a thing but the lab's own as text, in the order of the lab. */
export function labelTexts(labels: LabelValues): string[] {
  return Object.entries(labels)
    .filter(([key]) => !key.startsWith(OWN))
    .map(([key, value]) => formatLabel(key, value));
}

/** Join labels into one text, as in an address: separated by `;`, which is written `\;` within a label. */
export function writeLabels(labels: readonly string[] | undefined, separator = ";"): string | undefined {
  if (!labels || labels.length === 0) return undefined;
  return labels.map((label) => label.replace(/[\\;]/g, "\\$&")).join(separator);
}

/** The parts of a text that `writeLabels` made, blank ones left out. */
export function splitLabels(text: string): string[] {
  const parts = text.match(/(?:\\[\\;]|[^;])+/g) ?? [];
  return parts.map((part) => part.replace(/\\([\\;])/g, "$1").trim()).filter((part) => part !== "");
}

/** The labels of such a text, each once and as it is written; what has no key is left out. */
export function readLabels(text: string | undefined): string[] | undefined {
  const labels = splitLabels(text ?? "")
    .map(parseLabel)
    .filter((label) => label !== null);
  const texts = [...new Set(labels.map(([key, value]) => formatLabel(key, value)))];
  return texts.length > 0 ? texts : undefined;
}
