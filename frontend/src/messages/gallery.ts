/** What the gallery of charts says. */

export const gallery = {
  title: "Charts",
  explain:
    "Every kind of chart that the lab draws, with made-up numbers. The switch in the header changes the theme, the width below their room.",
  chart: "Chart",
  all: "All charts",
  width: "Width",
  full: "As wide as the page",
  px: (width: number) => `${width} px`,
  none: "There is no chart of this name.",
  missing: "This chart has no sample yet.",
} as const;
