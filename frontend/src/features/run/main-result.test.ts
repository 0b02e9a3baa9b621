/** Main phase of a run. */
import { expect, test } from "vitest";
import { aRun } from "@/testing/objects";
import { aMeasurement, aPhase } from "@/testing/result-objects";
import { mainResult, sameResult, workloadName } from "./main-result";

const workload = (bytes: number, read: number, random: number) => ({
  block_sizes: [{ bytes, percent: 100 }],
  read_percent: read,
  random_percent: random,
});
const phase = (ordinal: number, iops: number, changes = {}) =>
  aPhase({
    id: `phase-${ordinal}`,
    ordinal,
    kind: "measure",
    workload: workload(4096, 0, 100),
    measurement: aMeasurement({ iops, outstanding_ios: ordinal }),
    ...changes,
  });

test("the result of the headline stands for the run", () => {
  const phases = [phase(1, 500), phase(2, 900), phase(3, 700)];
  const headline = [
    { metric: "iops", label: "IOPS", value: 700, unit: "1/s", better: "higher" as const, workload: null },
  ];
  expect(mainResult(aRun({ phases, headline }))?.phase.ordinal).toBe(3);
});

test("without one it is the result with the highest IOPS, and no fill", () => {
  const phases = [phase(1, 5000, { kind: "fill" }), phase(2, 900), phase(3, 700)];
  expect(mainResult(aRun({ phases, headline: [] }))?.phase.ordinal).toBe(2);
  expect(mainResult(aRun({ phases: [], headline: [] }))).toBeNull();
});

test("the other run's result is the one with the same workload and load", () => {
  const main = mainResult(aRun({ phases: [phase(2, 900)], headline: [] }));
  if (!main) throw new Error("there is a result");
  expect(sameResult(main, { phases: [phase(1, 100), phase(2, 800)] })?.measurement.iops).toBe(800);
  expect(sameResult(main, { phases: [phase(2, 800, { workload: workload(8192, 0, 100) })] })).toBeNull();
});

test.each([
  [workload(4096, 0, 100), "4K random write"],
  [workload(131_072, 100, 0), "128K sequential read"],
  [workload(8192, 70, 100), "8K random 70 % read"],
  [workload(1_048_576, 100, 0), "1M sequential read"],
  [{ block_sizes: [] }, null],
])("a workload has its usual name (%#)", (given, name) => expect(workloadName({ workload: given })).toBe(name));
