/** What a chart says to whoever reads it with the keyboard. */

export const reader = {
  role: "chart",
  label: (title: string) => `Readings of ${title}`,
  hint: "Left and right arrows go from reading to reading, Page Up and Page Down ten at a time, Home and End to the first and the last. Escape ends reading.",
  zoomHint: "Plus and minus zoom, with Shift the arrows go to what is earlier and later.",
  cell: (label: string, value: string) => `${label}: ${value}`,
  row: (place: number, count: string, cells: readonly string[]) => `${cells.join("; ")} (${place} of ${count})`,
  nothing: "There is nothing to read.",
} as const;
