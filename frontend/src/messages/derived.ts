/** Figures that follow from curves and sweeps, and the findings of a source. */

export const derived = {
  title: "Derived figures",
  iops: (value: string) => `${value} IOPS`,
  burst: "Burst",
  burstFor: (value: string, length: string) => `${value} IOPS for ${length}`,
  burstRule: "The highest minute before the curve fell half-way to its plateau, and how long that took.",
  plateau: "Plateau",
  plateauRule: "The median of the minutes in the last fifth of the curve.",
  timeToPlateau: "Time to the plateau",
  fromTheStart: "there from the start",
  timeToPlateauRule: "From then on every minute stayed within 10 % of the plateau.",
  sweepsCaption: "What follows from the sweeps",
  sweep: (label: string, axis: string) => `${label}, over ${axis}`,
  axes: { outstanding_ios: "outstanding I/O", offered_iops: "offered load" } as Record<string, string>,
  at: (value: string, load: string) => `${value} at ${load}`,
  neverWithin: "never that fast",
  atLeast: (value: string) => `at least ${value}`,
  interpolated: (value: string) => `≈ ${value}`,
  columns: {
    sweep: "Sweep",
    best: "Best IOPS",
    knee: "Knee",
    saturation: "Saturation",
    limit: (limits: string) => `Most within ${limits}`,
    power: "Best power",
    retrograde: "Falls again",
  },
  rules: "How these figures are found",
  sweepRules: [
    ["Best IOPS", "The step with the highest IOPS, at the smallest load that has it."],
    [
      "Knee",
      "Where the curve bends most: the step furthest from the straight line between its ends, from four steps on.",
    ],
    ["Saturation", "The first step that gives 95 % of the best."],
    ["Most within a latency", "The highest IOPS whose average latency keeps the limit; ≈ is read between two steps."],
    ["Best power", "The step with the most IOPS for its latency."],
    ["Falls again", "Whether the curve ends below 95 % of its best."],
  ],
} as const;

export const findings = {
  title: "Findings",
  explain: "Printed figures that are no measurement of this lab: promises of vendors, ratios, rankings.",
  caption: "Findings of the source",
  columns: {
    subject: "About",
    metric: "What",
    printed: "As printed",
    value: "Read as",
    kind: "Kind",
    conditions: "Conditions",
    note: "Note",
  },
} as const;
