/** Heights in px of the charts of a result that stand side by side. */
export const CHART_HEIGHTS = { upper: 236, lower: 210 } as const;
