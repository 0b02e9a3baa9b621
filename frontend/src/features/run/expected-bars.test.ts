import { expect, test } from "vitest";
import { bars } from "@/charts/bars/definition";
import { aMeasurement, aPhase } from "@/testing/result-objects";
import { expectedBars } from "./expected-bars";

const published = (ordinal: number, iops: number | null) =>
  aPhase({
    ordinal,
    name: `Workload ${ordinal}`,
    kind: "published",
    measurement: aMeasurement({ iops, throughput_bytes_per_s: null, latency_mean_ns: iops === null ? 1e6 : null }),
  });

test("there is one chart for each metric with a figure, with a bar for each phase that has it", () => {
  const run = {
    number: "r-1",
    configuration: { id: "c", number: "c-1", name: "RAID 5" },
    phases: [published(1, 1000), published(2, 2000), published(3, null), aPhase({ kind: "fill", measurement: null })],
  };
  const expected = expectedBars(run);
  expect(expected.map(({ metric }) => metric.name)).toEqual(["iops", "latency_mean_ns"]);
  const [iops] = expected;
  if (!iops) throw new Error("there is a chart of IOPS");
  expect(bars.describe(iops.data)).toBe(
    "Higher is better. Workload 1: RAID 5 with 1.00k. Workload 2: RAID 5 with 2.00k.",
  );
  expect(expectedBars({ ...run, phases: [] })).toEqual([]);
});
