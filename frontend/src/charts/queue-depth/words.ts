/** Texts of sweeps over queue depths as a panel. */

export const words = {
  none: "These runs have no sweep of queue depths.",
} as const;
