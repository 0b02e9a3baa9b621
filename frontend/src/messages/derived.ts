/** Figures that follow from curves and sweeps, and the findings of a source. */

export const derived = {
  title: "Derived values",
  iops: (value: string) => `${value} IOPS`,
  burst: "Burst",
  burstFor: (value: string, length: string) => `${value} IOPS for ${length}`,
  burstRule: "The highest minute before the curve fell halfway to its plateau, and the time until then.",
  plateau: "Plateau",
  plateauRule: "The median of the minutes in the last fifth of the curve.",
  timeToPlateau: "Time to the plateau",
  fromTheStart: "from the start",
  timeToPlateauRule: "From this time on, every minute was within 10 % of the plateau.",
  sweepsCaption: "Values derived from the sweeps",
  sweep: (label: string, axis: string) => `${label}, over ${axis}`,
  axes: { outstanding_ios: "outstanding I/O", offered_iops: "offered load" } as Record<string, string>,
  at: (value: string, load: string) => `${value} at ${load}`,
  neverWithin: "never reached",
  lowerBound: (value: string) => `at least ${value}`,
  interpolated: (value: string) => `≈ ${value}`,
  columns: {
    sweep: "Sweep",
    best: "Best IOPS",
    knee: "Knee",
    saturation: "Saturation",
    limit: (limits: string) => `Max within ${limits}`,
    power: "Best power",
    retrograde: "Decline",
  },
  rules: "How these values are calculated",
  sweepRules: [
    ["Best IOPS", "The step with the highest IOPS, at the lowest load that reaches it."],
    ["Knee", "The step farthest from the straight line between both ends. Needs four steps or more."],
    ["Saturation", "The first step with 95 % of the best."],
    [
      "Max within a latency",
      "The highest IOPS with a mean latency within the limit. ≈ is interpolated between two steps.",
    ],
    ["Best power", "The step with the highest ratio of IOPS to latency."],
    ["Decline", "True if the curve ends below 95 % of its best."],
  ],
} as const;

export const findings = {
  title: "Findings",
  explain: "Published values that are not measurements of this lab: vendor specifications, ratios, rankings.",
  caption: "Findings of the source",
  columns: {
    subject: "About",
    metric: "Metric",
    printed: "As published",
    value: "Value",
    kind: "Precision",
    conditions: "Conditions",
    note: "Note",
  },
} as const;
