/** The numbers of a result as tiles. */
import { expect, test } from "vitest";
import { aRun } from "@/testing/objects";
import { aMeasurement, aPhase } from "@/testing/result-objects";
import { mainResult } from "./main-result";
import { resultTiles } from "./result-tiles";

const workload = { block_sizes: [{ bytes: 4096, percent: 100 }], read_percent: 0, random_percent: 100 };
const resultOf = (changes: Parameters<typeof aMeasurement>[0]) =>
  mainResult({ headline: [], phases: [aPhase({ kind: "measure", workload, measurement: aMeasurement(changes) })] });

test("the first names its workload and load, and each has its change", () => {
  const main = resultOf({ iops: 231_000, latency_mean_ns: 1_100_000, outstanding_ios: 256 });
  const other = resultOf({ iops: 139_000, latency_mean_ns: 1_830_000, outstanding_ios: 256 });
  const [first, mean] = resultTiles(aRun({ headline: [] }), main, other);
  expect(first?.label).toBe("4K random write, QD 256");
  expect(first?.value).toEqual({ number: "231k", unit: "IOPS" });
  expect(first?.change?.other).toBe("139k");
  expect(Math.round(first?.change?.percent ?? 0)).toBe(66);
  expect(Math.round(mean?.change?.percent ?? 0)).toBe(-40);
});

test("a figure that its source gives as approximate says so", () => {
  const main = resultOf({ iops: 110_000, value_kind: "approximate" });
  expect(resultTiles(aRun({ headline: [] }), main, null)[0]?.value.number).toBe("≈\u00a0110k");
});

test("a result with few figures has the headline numbers beside it", () => {
  const none = { latency_mean_ns: null, latency_p99_ns: null, latency_p9999_ns: null, throughput_bytes_per_s: null };
  const iops = { metric: "iops", unit: "1/s", better: "higher" as const };
  const headline = [
    { ...iops, label: "Random read IOPS", value: 500_000, workload: "4K random read, QD 32" },
    { ...iops, label: "Random write IOPS, approximate", value: 110_000, workload: "8K random write, QD 4" },
    { ...iops, label: "IOPS at steady state", value: 90_000, workload: "4K random write, QD 256" },
    { ...iops, label: "Best IOPS", value: 80_000, workload: null },
  ];
  const tiles = resultTiles(aRun({ headline }), resultOf({ ...none, iops: 500_000 }), null);
  expect(tiles.map(({ label, value }) => [label, value.number])).toEqual([
    [expect.stringContaining("4K random write"), "500k"],
    ["8K random write, QD 4 · IOPS", "≈\u00a0110k"],
    ["4K random write, QD 256 · IOPS at steady state", "90.0k"],
    ["Best IOPS", "80.0k"],
  ]);
});

test("a run without figures has no tiles", () => {
  expect(resultTiles(aRun({ headline: [] }), null, null)).toEqual([]);
});
