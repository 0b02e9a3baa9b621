/** Texts of the results of a target probe. */

export const probeResults = {
  verdicts: { refuse: "Refused", pass: "Passed", not_applicable: "Does not apply" },
  group: (verdict: string, count: number) => `${verdict} (${count})`,
  wholeTarget: "The whole target",
  none: "The server has not said anything about this target.",
  refused: (count: number) =>
    count === 1 ? "One interlock refuses this target." : `${count} interlocks refuse this target.`,
  accepted: "The server would accept this target now. It checks again when the run starts.",
} as const;
