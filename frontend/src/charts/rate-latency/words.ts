/** Texts of rates against latencies. */

export const words = {
  none: "No measurement has both a rate and a latency.",
  peak: (name: string, rate: string, latency: string) => `${name} reaches ${rate} at ${latency}.`,
  title: "Rate against latency",
  against: (rate: string, latency: string) => `${rate} against ${latency}`,
  allDepths: "all depths",
} as const;
