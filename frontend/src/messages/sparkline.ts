/** What the small curve of a running test says. */

export const sparkline = {
  title: "Sparkline",
  column: "IOPS, last 5 minutes",
  none: (metric: string) => `No reading of ${metric} in the last minutes.`,
  course: (metric: string, span: string, last: string, low: string, high: string) =>
    `${metric} over ${span}: last ${last}, between ${low} and ${high}.`,
  caption: (metric: string) => `${metric} in the last minutes`,
  elapsed: "Elapsed",
} as const;
