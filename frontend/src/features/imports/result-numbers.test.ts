/** The numbers of a result. */
import { expect, test } from "vitest";
import { anImportResult } from "@/testing/result-objects";
import { resultNumbers } from "./result-numbers";

test("of several measurements the one with the most IOPS is shown", () => {
  const [measured] = anImportResult().measurements;
  if (!measured) throw new Error("the sample has no measurement");
  const best = { ...measured, iops: 90_000, latency_p99_ns: 5e6, latency_mean_ns: 2e6 };
  const numbers = resultNumbers({ measurements: [measured, best], measurements_count: 2 });
  expect(numbers.map(({ label, value }) => [label, value])).toEqual([
    ["Highest IOPS", 90_000],
    ["p99", 5e6],
    ["Mean latency", 2e6],
  ]);
});

test("throughput stands first where no IOPS are known", () => {
  const measurements = anImportResult().measurements.map((measurement) => ({ ...measurement, iops: null }));
  expect(resultNumbers({ measurements, measurements_count: 1 })[0]?.metric).toBe("throughput_bytes_per_s");
  expect(resultNumbers({ measurements: [], measurements_count: 0 })).toEqual([]);
});
