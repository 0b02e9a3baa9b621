/** Samples of the charts over factors and configurations: values, bounds, what is missing and what cannot be. */
import type { PivotCell, PivotScale, PivotSpread } from "@/api/pivot";
import { factorBars } from "./factor-bars/definition";
import type { FactorBarsData } from "./factor-bars/option";
import { factorMap } from "./factor-map/definition";
import { optimalRebuild } from "./optimal-rebuild/definition";
import type { LossData } from "./optimal-rebuild/option";
import { pairBars } from "./pair-bars/definition";
import type { PairBarsData } from "./pair-bars/option";
import { raidScaling } from "./raid-scaling/definition";
import type { ScalingData } from "./raid-scaling/option";
import { rank } from "./rank/definition";
import type { RankData } from "./rank/option";
import { sampleOf } from "./sample";
import { scalingEfficiency } from "./scaling-efficiency/definition";

function cell(row: string, column: string, changes: Partial<PivotCell>): PivotCell {
  const hasValue = changes.value !== undefined;
  return {
    row,
    column,
    panel: null,
    state: "measured",
    value: null,
    low: null,
    high: null,
    value_kind: hasValue ? "exact" : null,
    n: hasValue ? 1 : 0,
    min: null,
    max: null,
    ci95_low: null,
    ci95_high: null,
    cv_percent: null,
    groups: 0,
    differs: [],
    reason: null,
    run_numbers: hasValue ? ["r-1"] : [],
    conditions: [],
    steady: null,
    badges: [],
    ...changes,
  };
}

/** Two levels by two numbers of drives: a median of three, a bound, a single value and a failure. */
export const FACTOR_BARS_SAMPLE: FactorBarsData = {
  metric: "iops",
  rowLabel: "RAID level",
  columnLabel: "Number of drives",
  rows: ["RAID 10", "RAID 5"],
  columns: ["8", "16"],
  cells: [
    cell("RAID 10", "8", {
      value: 200_000,
      n: 3,
      min: 190_000,
      max: 204_000,
      ci95_low: 181_000,
      ci95_high: 215_000,
    }),
    cell("RAID 10", "16", { value: 300_000, value_kind: "lower_bound" }),
    cell("RAID 5", "8", { value: 150_000 }),
    cell("RAID 5", "16", { state: "failed", reason: "The power went away." }),
  ],
};

function scale(level: string, drives: number, changes: Partial<PivotScale>): PivotScale {
  return {
    level,
    drives,
    panel: null,
    state: "measured",
    value: null,
    value_kind: "exact",
    ideal: null,
    efficiency_percent: null,
    basis: null,
    from_drives: null,
    ...changes,
  };
}

/** Three runs, as many as an interval takes. */
const three = (min: number, max: number, ci95_low: number, ci95_high: number): PivotSpread => ({
  n: 3,
  min,
  max,
  ci95_low,
  ci95_high,
});
const one = (value: number): PivotSpread => ({ n: 1, min: value, max: value, ci95_low: null, ci95_high: null });

const MODEL = { basis: "model" } as const;
const LINEAR = { basis: "linear", from_drives: 4 } as const;

/** Three levels from four to sixteen drives, some measured three times and one once, one of them with a number that no array can have. */
export const SCALING_SAMPLE: ScalingData = {
  metric: "iops",
  label: "RAID level",
  points: [
    scale("RAID 0", 4, { value: 400_000, ideal: 480_000, efficiency_percent: 83.3, ...MODEL }),
    scale("RAID 0", 8, {
      value: 700_000,
      ideal: 960_000,
      efficiency_percent: 72.9,
      spread: three(672_000, 731_000, 626_000, 774_000),
      ...MODEL,
    }),
    scale("RAID 0", 16, { value: 1_100_000, ideal: 1_920_000, efficiency_percent: 57.3, ...MODEL }),
    scale("RAID 10", 4, { value: 300_000, efficiency_percent: 100, ...LINEAR }),
    scale("RAID 10", 8, {
      value: 540_000,
      efficiency_percent: 90,
      spread: three(520_000, 566_000, 481_000, 599_000),
      ...LINEAR,
    }),
    scale("RAID 10", 16, { value: 980_000, efficiency_percent: 81.7, spread: one(980_000), ...LINEAR }),
    scale("RAID 6", 2, { state: "impossible", value_kind: null }),
  ],
};

const places = (level: string) => [
  { key: "array.level", label: "RAID level", value: level },
  { key: "drives.count", label: "Number of drives", value: "8" },
];

/** A rebuild whose length is known, and a degraded array. */
export const LOSS_SAMPLE: LossData = {
  metric: "iops",
  losses: [
    {
      names: places("RAID 5"),
      condition: "rebuilding",
      optimal: 150_000,
      value: 51_000,
      percent: 34,
      rebuild_seconds: 3840,
      run_numbers: ["r-1", "r-2"],
      optimal_spread: three(146_000, 155_000, 138_000, 162_000),
      spread: three(48_000, 55_000, 42_000, 60_000),
    },
    {
      names: places("RAID 10"),
      condition: "degraded",
      optimal: 200_000,
      value: 160_000,
      percent: 80,
      rebuild_seconds: null,
      run_numbers: ["r-3"],
      optimal_spread: one(200_000),
      spread: one(160_000),
    },
  ],
};

/** Three configurations, the second of them the reference. */
export const RANK_SAMPLE: RankData = {
  reference: "c-2",
  bars: [
    { number: "c-1", name: "RAID 10, 16 drives", rating: 182.4, place: 1, worst: 1.1, best: 4 },
    { number: "c-2", name: "RAID 5, 16 drives", rating: 100, place: 2, worst: 1, best: 1 },
    { number: "c-3", name: "RAID 6, 16 drives", rating: 71, place: 3, worst: 0.4, best: 0.98 },
  ],
};

export const PAIR_BARS_SAMPLE: PairBarsData = {
  metric: "iops",
  names: ["A, c-22", "B, c-14"],
  points: [
    {
      workload: "4K random read",
      a: { value: 13_070_000, n: 3, isInexact: false },
      b: { value: 6_600_000, n: 3, isInexact: false },
      ratio: 0.505,
    },
    {
      workload: "4K random write",
      a: { value: 4_680_000, n: 3, isInexact: false },
      b: { value: 1_280_000, n: 1, isInexact: true },
      ratio: 0.274,
    },
  ],
};

export const samples = [
  sampleOf(factorBars, () => FACTOR_BARS_SAMPLE),
  sampleOf(factorMap, () => FACTOR_BARS_SAMPLE),
  sampleOf(raidScaling, () => SCALING_SAMPLE),
  sampleOf(scalingEfficiency, () => SCALING_SAMPLE),
  sampleOf(optimalRebuild, () => LOSS_SAMPLE),
  sampleOf(rank, () => RANK_SAMPLE),
  sampleOf(pairBars, () => PAIR_BARS_SAMPLE),
];
