/** Labels as one text of an address, parted by the one character that no label has. */

const SEPARATOR = ";";

export function readLabels(text: string | undefined): string[] | undefined {
  const labels = [...new Set((text ?? "").split(SEPARATOR).map((label) => label.trim()))].filter(Boolean);
  return labels.length > 0 ? labels : undefined;
}

export function writeLabels(labels: readonly string[] | undefined): string | undefined {
  return labels && labels.length > 0 ? labels.join(SEPARATOR) : undefined;
}
