/** Heights in px of the drawings on pages of configurations. */
export const CHART_HEIGHTS = { history: 286, results: 216, depths: 236, percentiles: 178 } as const;
