/** Texts of the sheet of all parts and charts. */

export const gallery = {
  title: "Parts and charts",
  explain:
    "Every part of a page and every kind of chart, with made-up numbers. The switch in the header changes the theme, the width below their room.",
  chart: "Chart",
  all: "All charts",
  width: "Width",
  full: "As wide as the page",
  px: (width: number) => `${width} px`,
  none: "There is no chart of this name.",
  missing: "This chart has no sample yet.",
} as const;
