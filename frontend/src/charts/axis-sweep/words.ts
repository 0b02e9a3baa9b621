/** Texts of sweeps along one axis as a panel. */

export const words = {
  fixed: (values: string) => `Held fixed: ${values}.`,
  ofWorkloads: (count: number) => `One of ${count} workloads with this sweep.`,
  none: "These runs have no sweep of three values or more.",
  noneAlong: (axis: string) => `No shown entry has a sweep of three values or more by ${axis}.`,
} as const;
