/** Texts of bars by workload. */

export const words = {
  medians: (n: number) => `median of ${n} with 95 % interval`,
  moreWorkloads: (count: number) =>
    `${count === 1 ? "1 more workload" : `${count} more workloads`}: choose one in the editor, or make the panel higher.`,
  bestLoads: "Sweeps show their best load.",
  measured: "Measured",
  heading: (label: string, workload: string) => `${label}: ${workload}`,
  ofMaximum: (percent: string) => `at ${percent} of the maximum`,
  requested: (iops: string) => `${iops} IOPS requested`,
  best: (workload: string, name: string, value: string) => `${workload}: best is ${name} with ${value}.`,
  only: (workload: string, name: string, value: string) => `${workload}: ${name} with ${value}.`,
  noneCounts: (workload: string) => `${workload}: no valid values.`,
  mark: "Mark",
  invalid: "invalid",
  pale: "Pale bars are invalid, not counted.",
  relative: (metric: string) => `${metric}, difference from the baseline`,
  ratio: (metric: string) => `${metric}, ratio to the baseline`,
  noBaseline: (workloads: string) => `No value of the baseline for: ${workloads}.`,
  noChange: "Bounds, ranges, ratios and incomplete values are not compared with the baseline.",
  noIntervals: "Medians relative to the baseline have no interval.",
} as const;
