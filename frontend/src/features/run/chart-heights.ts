/** Heights in px of the charts that are side by side in a result. */
export const CHART_HEIGHTS = { upper: 236, lower: 210 } as const;
