/** Texts of load curves as a panel. */

export const words = {
  subtitle: "Mean latency at percentages of the maximum",
  none: "These runs have no measurements at percentages of a maximum.",
} as const;
