/** The p99 of a cell, from the results of its campaign. */
import type { CampaignResults, MatrixCell } from "@/api/types";
import { METRICS } from "@/lib/metrics";

/** Return the p99 of the phase behind the value of a cell; null without one. */
export function p99Text(
  { row, generation, phase_name, run_number }: MatrixCell,
  { lines }: CampaignResults,
): string | null {
  if (run_number === null) return null;
  const figures = lines
    .filter((line) => line.row === row && line.phase === phase_name && line.generation === generation)
    .flatMap((line) => line.figures);
  const latency = figures.find(({ run_numbers }) => run_numbers.includes(run_number))?.latency_p99_ns ?? null;
  return latency === null ? null : METRICS.latency_p99_ns.format(latency);
}
