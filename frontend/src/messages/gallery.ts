/** Texts of the sheet of all parts and charts. */

export const gallery = {
  title: "Parts and charts",
  explain:
    "Every part of a page and every kind of chart, with sample data. Change the theme in the navigation and the width below.",
  chart: "Chart",
  all: "All charts",
  width: "Width",
  full: "Page width",
  px: (width: number) => `${width} px`,
  none: "No chart of this name.",
  missing: "No sample yet.",
} as const;
