/** Texts of ratings as a panel. */

export const words = {
  subtitle: (workloads: number) => `${workloads === 1 ? "1 workload" : `${workloads} workloads`}, baseline = 100`,
  leftOut: (values: number, reason: string) =>
    `Not included: ${values === 1 ? "1 value" : `${values} values`}, such as: ${reason}.`,
  none: "These runs have no workload in common to rate.",
  tooFew: "A rating needs at least two entries.",
} as const;
