/** Whether runs did the same work. */
import { expect, test } from "vitest";
import type { Phase } from "@/api/types";
import { aMeasurement, aPhase } from "@/testing/result-objects";
import { workloadsDiffer, workloadsOf } from "./compared-runs";

const RANDOM_WRITE = { block_sizes: [{ bytes: 4096, percent: 100 }], read_percent: 0, random_percent: 100 };

function at(outstanding_ios: number, changes: Record<string, unknown> = {}): Phase {
  const description = `4K random write at ${outstanding_ios}`;
  return aPhase({
    id: `phase-${outstanding_ios}`,
    workload: { ...RANDOM_WRITE, outstanding_ios, description, ...changes },
  });
}

test("sweeps over other depths are the same work", () => {
  expect(workloadsDiffer([{ phases: [at(1), at(2)] }, { phases: [at(4), at(8), at(16)] }])).toBe(false);
});

test("single loads are the same work only at the same depth", () => {
  expect(workloadsDiffer([{ phases: [at(4)] }, { phases: [at(4)] }])).toBe(false);
  expect(workloadsDiffer([{ phases: [at(4)] }, { phases: [at(8)] }])).toBe(true);
});

test("another share of reads is other work", () => {
  expect(workloadsDiffer([{ phases: [at(4)] }, { phases: [at(4, { read_percent: 70 })] }])).toBe(true);
});

test("work that is not stated is like no other", () => {
  const unknown = (id: string) => ({ phases: [aPhase({ id, workload: {} })] });

  expect(workloadsDiffer([unknown("a"), unknown("b")])).toBe(true);
});

test("fills and preconditioning are no workload that is compared; each other one is named once", () => {
  const phases = [
    aPhase({ kind: "fill", workload: { description: "fill" }, measurement: aMeasurement() }),
    at(4),
    at(4),
    at(8),
  ];

  expect(workloadsOf({ phases })).toEqual(["4K random write at 4", "4K random write at 8"]);
});
