/** Charts that can compare two configurations. */
import { expect, test } from "vitest";
import type { ConfigurationComparison } from "@/api/configurations";
import type { PhaseLatency } from "@/api/types";
import { pairPoints, sharedDistribution } from "./pair-results";

test("only workloads that both sides measured are drawn, and what is not exact says so", () => {
  const cell = (median: number | null, approximate = false) => ({
    median,
    n: 3,
    ratio: 0.5,
    approximate,
    estimated: false,
  });
  const points = [
    { workload: "read", a: cell(100), b: cell(50, true) },
    { workload: "write", a: cell(100), b: cell(null) },
  ] as ConfigurationComparison["points"];
  expect(pairPoints({ points })).toEqual([
    {
      workload: "read",
      a: { value: 100, n: 3, isInexact: false },
      b: { value: 50, n: 3, isInexact: true },
      ratio: 0.5,
    },
  ]);
});

test("distributions are of one workload, and of phases that ended as planned", () => {
  const item = (phase_ordinal: number, name: string, state = "finished") =>
    ({ phase_ordinal, name, state, distributions: [{ direction: "total" }] }) as unknown as PhaseLatency;
  const first = [item(1, "4K read"), item(2, "4K write"), item(3, "128K write")];
  const pair = sharedDistribution(first, [item(5, "4K write"), item(6, "128K write", "failed")]);
  expect([pair?.a.phase_ordinal, pair?.b.phase_ordinal]).toEqual([2, 5]);
  expect(sharedDistribution(first, [item(1, "other")])).toBeNull();
});
