/** Heights in px of the charts of a result that stand side by side. */
export const CHART_HEIGHTS = { upper: 236, lower: 210 } as const;
/** Head and foot of a figure, and the room between. */
export const CHART_FRAME = 60;
