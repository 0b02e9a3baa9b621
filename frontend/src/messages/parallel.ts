/** Words of the chart of parallel coordinates. */

export const parallel = {
  figure: "Configurations by metric",
  chart: "Parallel coordinates",
  run: "Run",
  cutShort: (runs: string) => `Incomplete for this workload, not included: ${runs}.`,
  describe: (lines: number, axes: string, matching: number, isFiltered: boolean) =>
    `${lines} ${lines === 1 ? "run" : "runs"} on ${axes}. Better is higher on every axis.${isFiltered ? ` ${matching} match, the others are faint.` : ""}`,
  best: (name: string, value: string, axis: string) => `Best ${axis}: ${name}, ${value}.`,
  fewAxes: "The chart needs at least two metrics. The table shows the available values.",
  noLines: "No run has a value on every axis.",
  meets: "Matches",
  yes: "yes",
  no: "no",
} as const;
