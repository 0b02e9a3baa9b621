/** Texts of an interactive chart of a permalink. */

export const share = {
  legend: (title: string) => `Legend of ${title}`,
  tools: (title: string) => `Zoom of ${title}`,
  zoom: { in: "Zoom in", out: "Zoom out", earlier: "Earlier", later: "Later", all: "Show all" },
  zoomSigns: { in: "+", out: "\u2212", earlier: "\u2190", later: "\u2192", all: "All" },
} as const;
