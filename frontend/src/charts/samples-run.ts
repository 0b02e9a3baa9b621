/** Data of the charts that show one run, for tests and the gallery: the same numbers every time. */

import type { ChartLimit } from "./limits";
import type { PercentilesData } from "./percentiles/curves";
import { percentiles } from "./percentiles/definition";
import { phases } from "./phases/definition";
import type { PhasesData } from "./phases/rows";
import { repeats } from "./repeats/definition";
import type { RepeatsData } from "./repeats/spread";
import { sampleOf } from "./sample";

const PERCENTS = [0, 50, 90, 95, 99, 99.5, 99.9, 99.95, 99.99, 99.999];

/** Half a million I/Os that get rarer by a tenth from bin to bin, `slowness` times as slow as the fastest can be. */
function distribution(slowness: number) {
  const n = 500_000;
  const value_ns: number[] = [];
  const percent: number[] = [];
  for (let bin = 0; bin < 120; bin += 1) {
    value_ns.push(Math.round(80_000 * slowness * 1.035 ** bin));
    percent.push(bin === 119 ? 100 : 100 * (1 - 0.9 ** (bin + 1)));
  }
  const percentiles_ns = PERCENTS.map((wanted) =>
    n * (1 - wanted / 100) < 10 ? null : (value_ns[percent.findIndex((reached) => reached >= wanted)] ?? null),
  );
  const cdf = { value_ns, upper_ns: value_ns.map((value) => Math.round(value * 1.008)), percent };
  return { source: "bins" as const, of: "lat" as const, estimated: false, n, percentiles_ns, cdf };
}

/** Three depths of one run. */
export function percentilesSample(): PercentilesData {
  const curves = [1, 4, 16].map((depth) => ({ name: `Read QD${depth}`, distribution: distribution(depth) }));
  return { percents: PERCENTS, min_beyond: 10, curves, cdf: false };
}

/** A fill, a loop of three rounds whose last cell runs, and a phase that was not needed. */
export const PHASES_SAMPLE: PhasesData = {
  rows: [
    {
      label: "1. Fill",
      bars: [
        {
          ordinal: 1,
          name: "Fill",
          kind: "fill",
          state: "finished",
          word: "finished",
          t0_ms: 0,
          t1_ms: 240_000,
          planned_ms: null,
        },
      ],
    },
    {
      label: "IOPS: rounds 1 to 3, 2 phases each",
      bars: [0, 1, 2, 3, 4, 5].map((cell) => ({
        ordinal: cell + 2,
        name: `Round ${Math.floor(cell / 2) + 1}: ${cell % 2 === 0 ? "4K" : "64K"}`,
        kind: "measure",
        state: cell < 5 ? "finished" : "running",
        word: cell < 5 ? "finished" : "running",
        t0_ms: 240_000 + cell * 60_000,
        t1_ms: cell < 5 ? 300_000 + cell * 60_000 : null,
        planned_ms: 60_000,
      })),
    },
    {
      label: "8. Last look",
      bars: [
        {
          ordinal: 8,
          name: "Last look",
          kind: "measure",
          state: "skipped",
          word: "skipped",
          t0_ms: null,
          t1_ms: null,
          planned_ms: 60_000,
        },
      ],
    },
  ],
};

const repeated = (phase_ordinal: number, name: string, values: number[], outliers: number[] = []) => {
  const sorted = values.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? null;
  return {
    phase_ordinal,
    name,
    metric: "iops" as const,
    unit: "1/s",
    values,
    n: values.length,
    median,
    outliers,
    cv_percent: null,
  };
};

/** Three points, measured five times, three times with one value far out, and twice. */
export const REPEATS_SAMPLE: RepeatsData = {
  runs: ["r-1", "r-2", "r-3", "r-4", "r-5"],
  items: [
    repeated(2, "4K random read, QD 32", [98_000, 101_000, 100_000, 99_500, 102_500]),
    repeated(3, "4K random write, QD 32", [31_000, 30_500, 26_000], [2]),
    repeated(4, "128K sequential read", [3000, 3050]),
  ],
};

const LATENCY_LIMITS: readonly ChartLimit[] = [
  { value: 5e6, label: "target 5 ms", kind: "target" },
  { value: 3e7, label: "limit 30 ms", kind: "limit" },
];

export const samples = [
  sampleOf(percentiles, () => ({ ...percentilesSample(), limits: [...LATENCY_LIMITS] })),
  sampleOf(phases, () => PHASES_SAMPLE),
  sampleOf(repeats, () => REPEATS_SAMPLE),
];
