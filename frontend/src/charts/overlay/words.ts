/** Texts of curves over time as a panel. */

export const words = {
  sharedAxes: "shared axes",
  note: (number: number, run: string, text: string) => `Note ${number}, ${run}: ${text}`,
  phases: {
    fill: "Fill",
    precondition: "Preconditioning",
    measure: "Measured phases",
    published: "Published",
  },
  noPhase: (phase: string) => `No shown entry has a curve of this phase: ${phase}.`,
  noPhaseOf: (phase: string, names: string) => `No curve of ${phase}: ${names}.`,
  alignedBy: { start: "", phase: "from the start of the phase", steady: "from the steady window" },
  noneAligned: {
    start: "These runs have totals only, no curve.",
    phase: "No shown entry has a measured phase with a curve.",
    steady: "No shown entry has a steady window.",
  },
  unaligned: {
    start: (names: string) => `No curve: ${names}.`,
    phase: (names: string) => `No measured phase with a curve: ${names}.`,
    steady: (names: string) => `No steady window: ${names}.`,
  },
  otherNotes: (count: number) =>
    count === 1
      ? "1 note is about another metric or hidden data."
      : `${count} notes are about another metric or hidden data.`,
  noNotes: "Could not load the notes of these runs.",
  noCurvesOf: (names: string) => `No curve, totals only: ${names}.`,
  noCurves: "These runs have totals only, no curve.",
  noReadingsOf: (names: string) => `No readings: ${names}.`,
  noReadings: (metric: string) => `These runs have no readings of ${metric}.`,
  notOverTime: (metric: string, available: string) => `${metric} has no curve. Curves exist of ${available}.`,
} as const;
