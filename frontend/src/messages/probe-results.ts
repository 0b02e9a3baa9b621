/** Texts of the results of a target probe. */

export const probeResults = {
  verdicts: { refuse: "Blocked", pass: "Passed", not_applicable: "Not applicable" },
  group: (verdict: string, count: number) => `${verdict} (${count})`,
  wholeTarget: "Whole target",
  none: "No results for this target.",
  refused: (count: number) => (count === 1 ? "Blocked by 1 safety check" : `Blocked by ${count} safety checks`),
  accepted: "The server accepts this target now. It checks again when the run starts.",
} as const;
