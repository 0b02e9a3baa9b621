/** Texts of a chart for keyboard reading. */

export const reader = {
  role: "chart",
  label: (title: string) => `Readings of ${title}`,
  hint: "Arrow left and right: one reading. Page Up, Page Down: ten readings. Home, End: first, last. Esc: stop reading.",
  zoomHint: "Plus, minus: zoom. Shift with arrows: move the span.",
  cell: (label: string, value: string) => `${label}: ${value}`,
  row: (place: number, count: string, cells: readonly string[]) => `${cells.join(", ")} (${place} of ${count})`,
  nothing: "No readings.",
} as const;
