/**
 * Most informative chart of a run: by the parameter that its profile varied, else its course, else its figures side by
 * side.
 */
import type { Phase, Run } from "@/api/types";

export type KeyChart = "load" | "depth" | "curves" | "bars" | null;

const isShare = ({ workload }: Phase) => typeof workload.load_percent === "number";

export function keyChartOf({ phases }: Pick<Run, "phases">): KeyChart {
  const results = phases.filter(({ kind, measurement }) => measurement && (kind === "measure" || kind === "published"));
  if (results.some(isShare)) return "load";
  // A point with a limited load, or one round of a loop, shows nothing about a depth.
  const swept = results.filter(({ loop }) => loop == null);
  const depths = new Set(swept.map(({ measurement }) => measurement?.outstanding_ios).filter((depth) => depth != null));
  if (depths.size >= 2) return "depth";
  if (phases.some(({ has_series }) => has_series)) return "curves";
  return results.length > 0 ? "bars" : null;
}
