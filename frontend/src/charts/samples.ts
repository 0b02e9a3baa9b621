/** Data for tests of charts, made from a seed: the same numbers every time. */
import type { LiveData } from "./live/option";
import type { OverlayData } from "./overlay/option";
import type { PreconditioningData, SeriesData } from "./preconditioning/option";
import type { MeasurementsData } from "./queue-depth/curves";
import type { RoundsData } from "./rounds/option";
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
    lat_mean: (x) => (256 * 1e9) / (32_000 + 63_000 * Math.exp(-DECAY * x)),
    lat_max: (x) => 180e6 - 120e6 * Math.exp(-DECAY * x),
    lat_stddev: (x) => 6.2e6 - 5e6 * Math.exp(-DECAY * x),
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
      estimated: metric === "lat_max",
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
  return { metric: "iops", runs, logLatency: false };
}

/** Three configurations at depths from 1 to 256. */
export function depthSample(): MeasurementsData {
  const depths = Array.from({ length: 9 }, (_, power) => 2 ** power);
  const limits = [
    { configuration: "RAID 0, 16 drives", most: 360_000, half: 60 },
    { configuration: "RAID 5, 16 drives", most: 150_000, half: 40 },
    { configuration: "Pass-through", most: 330_000, half: 50 },
  ];
  const rows = limits.flatMap(({ configuration, most, half }, run) =>
    depths.map((outstanding) => {
      const iops = (most * outstanding) / (outstanding + half);
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
    },
  };
}

/** Eight rounds, steady from the fourth to the eighth. */
export const ROUNDS_SAMPLE: RoundsData = {
  status: "steady",
  metric: "iops",
  window: [4, 8],
  average: 40_000,
  range_pct: 10,
  slope_pct: 0,
  range_limit_pct: 20,
  slope_limit_pct: 10,
  rounds: [61_000, 48_000, 43_000, 38_000, 42_000, 40_000, 42_000, 38_000],
  sentence: "Steady from round 8.",
};

/** Ninety seconds, six of them missing and four without any I/O. */
export function liveSample(): LiveData {
  const random = randomNumbers(11);
  const seconds = Array.from({ length: 90 }, (_, index) => index + 1).filter((second) => second < 40 || second > 45);
  return {
    points: seconds.map((second) => {
      const stalled = second >= 60 && second < 64;
      return {
        t_ms: second * 1000,
        dt_ms: 1000,
        iops: stalled ? 0 : 30_000 + 2000 * random(),
        lat_mean_ns: stalled ? null : 500_000 + 40_000 * random(),
      };
    }),
    phases: [
      { name: "Fill", t0_ms: 0, t1_ms: 20_000 },
      { name: "4K random read", t0_ms: 20_000, t1_ms: null },
    ],
  };
}

/** A minute of a server's own readings, two seconds of them missing, from drives that tell no temperature. */
export function telemetrySample(): TelemetryData {
  const seconds = Array.from({ length: 60 }, (_, index) => index);
  const shapes: Record<string, (second: number) => number | null> = {
    iops: (second) => 30_000 + 100 * second,
    bandwidth: (second) => (30_000 + 100 * second) * 4096,
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
