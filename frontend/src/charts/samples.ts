/** Data for tests of charts, made from a seed: the same numbers every time. */
import type { LoadData } from "./load-curve/curves";
import { loadCurve } from "./load-curve/definition";
import { multiples } from "./multiples/definition";
import { overlay } from "./overlay/definition";
import type { OverlayData } from "./overlay/option";
import { preconditioning } from "./preconditioning/definition";
import type { PreconditioningData } from "./preconditioning/option";
import type { SeriesData } from "./preconditioning/readings";
import type { MeasurementsData } from "./queue-depth/curves";
import type { HistogramPanel, LinesPanel, MatrixPanel } from "./report/panels";
import { reportBars } from "./report-bars/definition";
import { reportHistogram } from "./report-histogram/definition";
import { reportLines } from "./report-lines/definition";
import { reportMatrix } from "./report-matrix/definition";
import { rounds } from "./rounds/definition";
import type { RoundsData } from "./rounds/option";
import { runCourse } from "./run-course/definition";
import type { RunCourseData } from "./run-course/option";
import { sampleOf } from "./sample";
import { telemetry } from "./telemetry/definition";
import type { TelemetryData } from "./telemetry/option";

/** Numbers from 0 to 1 that only depend on the seed (a linear congruential generator). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const HOUR = 3_600_000;
const DECAY = 6;

/** A run of six hours whose IOPS fall from 95k to 32k, with a gap, five rounds and a steady window. */
export function preconditioningSample(points = 120): PreconditioningData {
  const random = randomNumbers(7);
  const shapes: Record<string, (x: number) => number> = {
    iops: (x) => 32_000 + 63_000 * Math.exp(-DECAY * x),
    latency_mean_ns: (x) => (256 * 1e9) / (32_000 + 63_000 * Math.exp(-DECAY * x)),
    latency_max_ns: (x) => 180e6 - 120e6 * Math.exp(-DECAY * x),
    latency_stddev_ns: (x) => 6.2e6 - 5e6 * Math.exp(-DECAY * x),
  };
  const rounds = Array.from({ length: 5 }, (_, index) => ({
    name: `Round ${index + 1}`,
    t0_ms: (4 + 0.4 * index) * HOUR,
    t1_ms: (4.4 + 0.4 * index) * HOUR,
  }));
  const phases = [
    { name: "Fill, 128K sequential write", t0_ms: 0, t1_ms: 0.8 * HOUR },
    { name: "Precondition, 4K random write", t0_ms: 0.8 * HOUR, t1_ms: 4 * HOUR },
    ...rounds,
  ];
  const series = Object.entries(shapes).map(([metric, shape]): SeriesData => {
    const mean = Array.from({ length: points }, (_, index) => {
      const x = index / points;
      return x > 0.4 && x < 0.45 ? null : shape(x) * (0.97 + 0.06 * random());
    });
    return {
      metric,
      estimated: metric === "latency_max_ns",
      t0_ms: 0,
      step_ms: (6 * HOUR) / points,
      min: mean.map((value) => value && value * 0.95),
      mean,
      max: mean.map((value) => value && value * 1.05),
      phases,
      steady_window: { t0_ms: 4 * HOUR, t1_ms: 6 * HOUR, label: "Steady window, rounds 1 to 5" },
    };
  });
  return { series, verdict: null, logLatency: false };
}

/** Three runs of the shape above, each with intervals of another length. */
export function overlaySample(): OverlayData {
  const runs = [60, 50, 40].map((points, order) => {
    const series = preconditioningSample(points).series.find(({ metric }) => metric === "iops");
    if (!series) throw new Error("the sample has no IOPS");
    const mean = series.mean.map((value) => value && value / (order + 1));
    return { name: `r-${order + 1} · Sample`, order, series: { ...series, mean } };
  });
  return { metric: "iops", runs, log: false };
}

/** Three configurations at depths from 1 to 256. */
export function depthSample(): MeasurementsData {
  const depths = Array.from({ length: 9 }, (_, power) => 2 ** power);
  const limits = [
    { configuration: "RAID 0, 16 drives", maxIops: 360_000, half: 60 },
    { configuration: "RAID 5, 16 drives", maxIops: 150_000, half: 40 },
    { configuration: "Pass-through", maxIops: 330_000, half: 50 },
  ];
  const rows = limits.flatMap(({ configuration, maxIops, half }, run) =>
    depths.map((outstanding) => {
      const iops = (maxIops * outstanding) / (outstanding + half);
      return { configuration, run, outstanding, iops, latency: (outstanding / iops) * 1e9 };
    }),
  );
  return {
    source: {
      run_number: rows.map(({ run }) => `r-${run + 1}`),
      configuration: rows.map(({ configuration }) => configuration),
      phase_name: rows.map(() => "4K random read"),
      block_bytes: rows.map(() => 4096),
      read_percent: rows.map(() => 100),
      random_percent: rows.map(() => 100),
      threads: rows.map(({ outstanding }) => Math.min(outstanding, 16)),
      queue_depth: rows.map(({ outstanding }) => Math.max(outstanding / 16, 1)),
      outstanding_ios: rows.map(({ outstanding }) => outstanding),
      iops: rows.map(({ iops }) => iops),
      latency_mean_ns: rows.map(({ latency }) => latency),
      latency_p99_ns: rows.map(({ latency }) => 3 * latency),
    },
  };
}

/** Two load curves of one run: reads that turn back beyond their maximum, and writes that hold every load. */
export function loadSample(): LoadData {
  const shares = [null, 10, 50, 80, 100, 120];
  const reads = { maxIops: 100_000, achieved: [100_000, 10_000, 50_000, 80_000, 98_500, 97_000] };
  const writes = { maxIops: 40_000, achieved: [40_000, 4000, 20_000, 32_000, 40_000, 40_000] };
  const latency = [1_000_000, 200_000, 240_000, 400_000, 900_000, 1_300_000];
  const rows = [reads, writes].flatMap(({ maxIops, achieved }, curve) =>
    shares.map((percent, index) => ({
      name: `4K random ${curve === 0 ? "read" : "write"}: ${percent === null ? "max" : `${percent} %`}`,
      percent,
      requested: percent === null ? null : (maxIops * percent) / 100,
      achieved: achieved[index] ?? null,
      latency: latency[index] ?? null,
    })),
  );
  return {
    source: {
      run_number: rows.map(() => "r-1"),
      configuration: rows.map(() => "RAID 10"),
      phase_name: rows.map(({ name }) => name),
      outstanding_ios: rows.map(() => 128),
      load_percent: rows.map(({ percent }) => percent),
      offered_iops: rows.map(({ requested }) => requested),
      iops: rows.map(({ achieved }) => achieved),
      latency_mean_ns: rows.map(({ latency: value }) => value),
    },
  };
}

/** Eight rounds, steady from the fourth to the eighth. */
export const ROUNDS_SAMPLE: RoundsData = {
  status: "steady",
  metric: "iops",
  window: [4, 8],
  mean: 40_000,
  range_percent: 10,
  slope_percent: 0,
  range_limit_percent: 20,
  slope_limit_percent: 10,
  rounds: [61_000, 48_000, 43_000, 38_000, 42_000, 40_000, 42_000, 38_000],
  sentence: "Steady, rounds 4 to 8.",
};

/** A run that goes on: some seconds missing, some without I/O, phases to come, and the run before it behind. */
export function courseSample(): RunCourseData {
  const random = randomNumbers(11);
  const seconds = Array.from({ length: 90 }, (_, index) => index + 1).filter((second) => second < 40 || second > 45);
  const before = Array.from({ length: 180 }, () => 27_000 + 2000 * random());
  return {
    name: "now",
    metric: "iops",
    series: null,
    points: seconds.map((second) => ({
      t_ms: second * 1000,
      dt_ms: 1000,
      value: second >= 60 && second < 64 ? 0 : 30_000 + 2000 * random(),
    })),
    other: {
      name: "r-7, last run of this configuration",
      series: {
        metric: "iops",
        estimated: false,
        t0_ms: 0,
        step_ms: 1000,
        min: before,
        mean: before,
        max: before,
        phases: [],
        steady_window: null,
      },
    },
    phases: [
      { name: "Fill", t0_ms: 0, t1_ms: 20_000 },
      { name: "4K random read", t0_ms: 20_000, t1_ms: 120_000 },
      { name: "4K random write", t0_ms: 120_000, t1_ms: 180_000 },
    ],
    window: null,
    notes: [],
    future: { from_ms: 120_000, to_ms: 180_000, label: "1 phase to come" },
    startedAt: null,
    isLive: true,
    isTall: false,
  };
}

/** Build a minute of a server's own readings. Two seconds are missing, and the drives report no temperature. */
export function telemetrySample(): TelemetryData {
  const seconds = Array.from({ length: 60 }, (_, index) => index);
  const shapes: Record<string, (second: number) => number | null> = {
    iops: (second) => 30_000 + 100 * second,
    throughput_bytes_per_s: (second) => (30_000 + 100 * second) * 4096,
    utilisation: (second) => Math.min(99, 90 + second),
    queue: () => 32,
    cpu: (second) => 20 + (second % 5),
    temperature: () => null,
  };
  const series = Object.entries(shapes).map(([metric, shape]): SeriesData => {
    const mean = seconds.map((second) => (second === 10 || second === 11 ? null : shape(second)));
    return {
      metric,
      estimated: false,
      t0_ms: 0,
      step_ms: 1000,
      min: mean,
      mean,
      max: mean,
      phases: [{ name: "Fill", t0_ms: 0, t1_ms: 60_000 }],
      steady_window: null,
    };
  });
  return { series };
}

/** The window of a report, its rounds rising a little. */
export const REPORT_LINES_SAMPLE: LinesPanel = {
  title: "Measurement window",
  x: { label: "Round", unit: "round", base: null },
  y: { label: "IOPS", unit: "1/s", base: null },
  lines: [{ name: "4 KiB, 0/100", x: [3, 4, 5, 6, 7], y: [9300, 9400, 9500, 9600, 9700] }],
  marks: { first: 3, last: 7, mean: 9500, high: 10_450, low: 8550, fit_first: 9300, fit_last: 9700 },
};

/** Three sizes in two mixes, one of them not measured. */
export const REPORT_MATRIX_SAMPLE: MatrixPanel = {
  title: "IOPS by block size and mix",
  row_label: "Block size",
  column_label: "Reads/writes (%)",
  rows: ["1024 KiB", "64 KiB", "4 KiB"],
  columns: ["100/0", "0/100"],
  values: [
    [500, 400],
    [7000, null],
    [41_000, 9500],
  ],
  value: { label: "IOPS", unit: "1/s", base: null },
};

/** A million I/Os, each bin with a tenth of those before it. */
export const REPORT_HISTOGRAM_SAMPLE: HistogramPanel = {
  title: "Latency",
  bins: [
    { ns: 100_000, ios: 900_000, percent: 90 },
    { ns: 200_000, ios: 90_000, percent: 99 },
    { ns: 900_000, ios: 9_900, percent: 99.99 },
    { ns: 5_000_000, ios: 100, percent: 100 },
  ],
  marks: [
    { label: "ART", ns: 117_000 },
    { label: "99.9 %", ns: 900_000 },
    { label: "99.999 %", ns: null },
    { label: "MRT", ns: 5_100_000 },
  ],
};

export const samples = [
  sampleOf(preconditioning, preconditioningSample),
  sampleOf(overlay, overlaySample),
  sampleOf(multiples, () => ({ ...overlaySample(), isApart: true })),
  sampleOf(loadCurve, loadSample),
  sampleOf(rounds, () => ROUNDS_SAMPLE),
  sampleOf(runCourse, courseSample),
  sampleOf(telemetry, telemetrySample),
  sampleOf(reportLines, () => REPORT_LINES_SAMPLE),
  sampleOf(reportMatrix, () => REPORT_MATRIX_SAMPLE),
  sampleOf(reportBars, () => REPORT_MATRIX_SAMPLE),
  sampleOf(reportHistogram, () => REPORT_HISTOGRAM_SAMPLE),
];
