/** Texts of the table of values. */

export const words = {
  caption: (metric: string) => `${metric} by workload and entry`,
  workload: "Workload",
  baselineColumn: (name: string) => `${name} (baseline)`,
} as const;
