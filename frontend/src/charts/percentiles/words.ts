/** Texts of latency percentiles as a panel. */

export const words = {
  againstBaseline: { relative: "± % of the baseline", ratio: "ratio to the baseline" },
  noBaselineOf: (result: string) => `The baseline has no latency percentiles of ${result}.`,
  none: "These runs have no latency percentiles.",
} as const;
