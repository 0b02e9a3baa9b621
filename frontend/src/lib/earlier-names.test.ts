import { describe, expect, it } from "vitest";
import { frozenNames, presentNames, readMetric } from "./earlier-names";
import { METRICS } from "./metrics";

describe("readMetric", () => {
  it("reads every present name as itself", () => {
    for (const name of Object.keys(METRICS)) expect(readMetric(name)).toBe(name);
  });

  it.each([
    ["lat_mean", "latency_mean_ns"],
    ["lat_p9999", "latency_p9999_ns"],
    ["bandwidth", "throughput_bytes_per_s"],
    ["bandwidth_bytes_per_s", "throughput_bytes_per_s"],
  ])("reads %s of an earlier address", (earlier, name) => {
    expect(readMetric(earlier)).toBe(name);
  });

  it.each([["lat"], ["constructor"], [""], [5], [null], [undefined]])("knows no metric %s", (value) => {
    expect(readMetric(value)).toBeUndefined();
  });
});

const FROZEN = {
  metric: "lat_p99",
  latencyMetric: "lat_p99",
  axes: ["iops", "bandwidth", "lat_mean"],
  ranges: { lat_mean: [1, 2] },
  lines: [{ name: "bandwidth", values: { bandwidth: 1, lat_mean: null, iops: 5 } }],
  source: { bandwidth_bytes_per_s: [1], bandwidth_bytes_per_s_ci95_low: [2], latency_mean_ns: [3], n: [4] },
  linkLimit: { bytes_per_s: 4e8, words: "16 GT/s x4" },
};
const PRESENT = {
  metric: "latency_p99_ns",
  latencyMetric: "latency_p99_ns",
  axes: ["iops", "throughput_bytes_per_s", "latency_mean_ns"],
  ranges: { latency_mean_ns: [1, 2] },
  // A run may be called as a metric was.
  lines: [{ name: "bandwidth", values: { throughput_bytes_per_s: 1, latency_mean_ns: null, iops: 5 } }],
  source: { throughput_bytes_per_s: [1], throughput_bytes_per_s_ci95_low: [2], latency_mean_ns: [3], n: [4] },
  linkLimit: { throughput_bytes_per_s: 4e8, words: "16 GT/s x4" },
};

describe("frozen data", () => {
  it("are read under the names of today, and written under their own", () => {
    expect(presentNames(FROZEN)).toEqual(PRESENT);
    expect(frozenNames(PRESENT)).toEqual(FROZEN);
  });

  it("have verdicts, cells and marks under earlier names", () => {
    const frozen = {
      verdict: { range_pct: 4, slope_limit_pct: 10, average: 1 },
      cells: [{ least: 1, most: 2, cov_percent: 3 }],
    };
    expect(presentNames(frozen)).toEqual({
      verdict: { range_percent: 4, slope_limit_percent: 10, mean: 1 },
      cells: [{ min: 1, max: 2, cv_percent: 3 }],
    });
  });

  it("stay as they are where they have the names of today, down to the same arrays", () => {
    expect(presentNames(PRESENT)).toEqual(PRESENT);
    const values = [1, null, 2];
    expect((presentNames({ values }) as { values: unknown }).values).toBe(values);
  });
});
