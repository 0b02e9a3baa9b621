/** Expected bars of a run, derived from its phases before its measurements are loaded. */
import type { Run } from "@/api/types";
import type { BarsData } from "@/charts/bars/option";
import { METRICS, type Metric } from "@/lib/metrics";

const SHOWN = [METRICS.iops, METRICS.throughput_bytes_per_s, METRICS.latency_mean_ns];

/** One chart for each metric that has a figure; the same as are drawn of `GET /measurements`. */
export function expectedBars({ phases, configuration, number }: Pick<Run, "phases" | "configuration" | "number">) {
  const results = phases.filter(({ kind, measurement }) => measurement && (kind === "measure" || kind === "published"));
  const column = ({ name }: Metric): (number | null)[] =>
    results.map(({ measurement }) => {
      const value = (measurement as Record<string, unknown> | null)?.[name];
      return typeof value === "number" ? value : null;
    });
  return SHOWN.filter((metric) => column(metric).some((value) => value !== null)).map(
    (metric): { metric: Metric; data: BarsData } => ({
      metric,
      data: {
        metric: metric.name,
        measurements: {
          source: {
            phase_name: results.map(({ name }) => name),
            configuration: results.map(() => configuration?.name ?? number),
            run_number: results.map(() => number),
            value_kind: results.map(({ measurement }) => measurement?.value_kind ?? "exact"),
            [metric.name]: column(metric),
          },
        },
      },
    }),
  );
}
