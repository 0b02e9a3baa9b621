/** The axes that runs can be swept along beside queue depth, as documents name them. */
export const SWEEP_AXES = [
  "block_size",
  "write_share",
  "random_share",
  "working_set",
  "streams",
  "position",
  "threads",
  "load",
] as const;
export type SweepAxis = (typeof SWEEP_AXES)[number];
