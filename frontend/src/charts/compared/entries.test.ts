import { expect, test } from "vitest";
import type { Measurements } from "@/api/types";
import { anEntry } from "@/testing/comparison-objects";
import { countedRuns, drawnName, pooledMeasurements } from "./entries";

const counted = { id: "run-1", number: "r-1", title: "Run r-1", left_out: null };
const invalid = { ...counted, id: "run-9", number: "r-9", left_out: "marked invalid" };

test("a run that is marked invalid is not counted", () => {
  expect(countedRuns({ runs: [counted, invalid] })).toEqual(["r-1"]);
});

test("a curve whose figures do not count says why", () => {
  expect(drawnName("System r-1 (r-9)", invalid)).toBe("System r-1 (r-9) (marked invalid)");
  expect(drawnName("System r-1", counted)).toBe("System r-1");
});

test("only entries of several runs are taken together", () => {
  const source = { run_number: ["r-1", "r-2"], phase_name: ["read", "read"], iops: [100, 200] };
  const measurements = { source } as unknown as Measurements;
  expect(pooledMeasurements(measurements, [anEntry("r-1"), anEntry("r-2")])).toBe(measurements);
  const runs = [counted, { ...counted, number: "r-2" }];
  expect(pooledMeasurements(measurements, [anEntry("r-1", { runs, n: 2 })]).source.iops).toEqual([150]);
});
