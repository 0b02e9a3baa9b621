/**
 * One sample for every chart of the registry: what the gallery shows and visual tests look at. Only the gallery may load
 * it. A new chart gets its line here.
 */
import { bars } from "./bars/definition";
import type { BarsData } from "./bars/option";
import type { ChartDefinition } from "./definition";
import { driveTemperature } from "./drive-temperature/definition";
import { driveWear } from "./drive-wear/definition";
import { driveWrites } from "./drive-writes/definition";
import { factorBars } from "./factor-bars/definition";
import { factorMap } from "./factor-map/definition";
import { histogramOverTime } from "./histogram-over-time/definition";
import { histogramOverTimeSample } from "./histogram-over-time/sample";
import { history } from "./history/definition";
import { historySample } from "./history/sample";
import type { ChartLimit } from "./limits";
import { loadCurve } from "./load-curve/definition";
import { latest } from "./nights/latest";
import { nightMap } from "./nights/map";
import { nightly } from "./nights/nightly";
import { NIGHTS_SAMPLE, VERDICTS_SAMPLE } from "./nights/sample";
import { nightVerdicts } from "./nights/verdicts";
import { optimalRebuild } from "./optimal-rebuild/definition";
import { overlay } from "./overlay/definition";
import { multiples } from "./overlay/multiples";
import { pairBars } from "./pair-bars/definition";
import { parallel } from "./parallel/definition";
import { parallelSample } from "./parallel/sample";
import { percentiles } from "./percentiles/definition";
import { phases } from "./phases/definition";
import { preconditioning } from "./preconditioning/definition";
import { queueDepth } from "./queue-depth/definition";
import { kneeSample } from "./queue-depth/sample";
import { raidScaling } from "./raid-scaling/definition";
import { rank } from "./rank/definition";
import { rateLatency } from "./rate-latency/definition";
import { repeats } from "./repeats/definition";
import { reportBars } from "./report-bars/definition";
import { reportHistogram } from "./report-histogram/definition";
import { reportLines } from "./report-lines/definition";
import { reportMatrix } from "./report-matrix/definition";
import { rounds } from "./rounds/definition";
import { runCourse } from "./run-course/definition";
import {
  courseSample,
  loadSample,
  overlaySample,
  preconditioningSample,
  REPORT_HISTOGRAM_SAMPLE,
  REPORT_LINES_SAMPLE,
  REPORT_MATRIX_SAMPLE,
  ROUNDS_SAMPLE,
  telemetrySample,
} from "./samples";
import { temperatureSample, WRITES_SAMPLE, wearSample } from "./samples-drive";
import { FACTOR_BARS_SAMPLE, LOSS_SAMPLE, PAIR_BARS_SAMPLE, RANK_SAMPLE, SCALING_SAMPLE } from "./samples-factors";
import { PHASES_SAMPLE, percentilesSample, REPEATS_SAMPLE } from "./samples-run";
import { SWEEP_SAMPLES } from "./samples-sweeps";
import { scalingEfficiency } from "./scaling-efficiency/definition";
import { telemetry } from "./telemetry/definition";

/** Two workloads of three configurations, one figure of them unknown and one not exact. */
const BARS_SAMPLE: BarsData = {
  metric: "iops",
  measurements: {
    source: {
      configuration: ["RAID 0", "RAID 10", "RAID 5", "RAID 0", "RAID 10", "RAID 5"],
      run_number: ["r-1", "r-2", "r-3", "r-1", "r-2", "r-3"],
      phase_name: ["4K read", "4K read", "4K read", "4K write", "4K write", "4K write"],
      iops: [310_000, 300_000, 290_000, 250_000, null, 42_000],
      latency_mean_ns: [0.8e6, 0.9e6, 0.9e6, 1e6, null, 6e6],
      value_kind: ["exact", "exact", "approximate", "exact", "exact", "exact"],
    },
  },
};

const LATENCY_LIMITS: readonly ChartLimit[] = [
  { value: 5e6, label: "target 5 ms", kind: "target" },
  { value: 3e7, label: "limit 30 ms", kind: "limit" },
];

/** By the id of the chart; making one is left until it is looked at. */
export const SAMPLES: Readonly<Record<string, () => unknown>> = Object.fromEntries([
  of(preconditioning, preconditioningSample),
  of(overlay, overlaySample),
  of(multiples, () => ({ ...overlaySample(), isApart: true })),
  of(queueDepth, kneeSample),
  of(loadCurve, loadSample),
  of(rateLatency, kneeSample),
  of(history, historySample),
  of(rounds, () => ROUNDS_SAMPLE),
  of(bars, () => BARS_SAMPLE),
  of(runCourse, courseSample),
  of(telemetry, telemetrySample),
  of(driveWear, wearSample),
  of(driveTemperature, temperatureSample),
  of(driveWrites, () => WRITES_SAMPLE),
  of(percentiles, () => ({ ...percentilesSample(), limits: [...LATENCY_LIMITS] })),
  of(parallel, parallelSample),
  of(histogramOverTime, histogramOverTimeSample),
  of(phases, () => PHASES_SAMPLE),
  of(repeats, () => REPEATS_SAMPLE),
  of(reportLines, () => REPORT_LINES_SAMPLE),
  of(reportMatrix, () => REPORT_MATRIX_SAMPLE),
  of(reportBars, () => REPORT_MATRIX_SAMPLE),
  of(reportHistogram, () => REPORT_HISTOGRAM_SAMPLE),
  of(factorBars, () => FACTOR_BARS_SAMPLE),
  of(factorMap, () => FACTOR_BARS_SAMPLE),
  of(raidScaling, () => SCALING_SAMPLE),
  of(scalingEfficiency, () => SCALING_SAMPLE),
  of(optimalRebuild, () => LOSS_SAMPLE),
  of(rank, () => RANK_SAMPLE),
  of(pairBars, () => PAIR_BARS_SAMPLE),
  of(nightly, () => NIGHTS_SAMPLE),
  of(latest, () => NIGHTS_SAMPLE),
  of(nightMap, () => NIGHTS_SAMPLE),
  of(nightVerdicts, () => VERDICTS_SAMPLE),
  ...Object.entries(SWEEP_SAMPLES).map(([id, data]): [string, () => unknown] => [id, () => data]),
]);

/** Holds a sample to the data of its chart. */
function of<Data>({ id }: ChartDefinition<Data>, make: () => Data): [id: string, make: () => unknown] {
  return [id, make];
}
