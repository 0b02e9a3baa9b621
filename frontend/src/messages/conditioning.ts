/** What is said of phases that bring drives into a state, and of those that a job leaves out. */

export const conditioning = {
  title: "Conditioning",
  redo: "Do again",
  redoDetail: "Every phase runs, whatever the drives are now.",
  reuse: "Build on what the drives are",
  saves: (duration: string) => `Phases are left out whose state all drives are in: about ${duration} less.`,
  savesNothing: "Nothing can be left out now: Effects tells what each drive is.",
  leftOut: "Left out",
  leftOutPhase: (ordinal: number, name: string, reason: string) => `${ordinal}. ${name}: ${reason}`,
  choice: { redo: "done again", reuse: "built on what the drives were" },
} as const;
