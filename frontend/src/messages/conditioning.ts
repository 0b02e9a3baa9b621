/** Texts about phases that condition drives, and about those that a job leaves out. */

export const conditioning = {
  title: "Conditioning",
  redo: "Redo preparation",
  redoDetail: "All phases run, whatever the drive state.",
  reuse: "Reuse the drive state",
  saves: (duration: string) => `Phases are skipped if all drives already have their state: about ${duration} less.`,
  savesNothing: "No phase can be skipped. See Effects for the state of each drive.",
  leftOut: "Skipped",
  leftOutPhase: (ordinal: number, name: string, reason: string) => `${ordinal}. ${name}: ${reason}`,
  choice: { redo: "redone", reuse: "drive state reused" },
} as const;
