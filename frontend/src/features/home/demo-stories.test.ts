import { expect, test } from "vitest";
import type { Derived, RunSummary } from "@/api/types";
import { aRunSummary, aVerdict } from "@/testing/objects";
import { demoStories, runsOf } from "./demo-stories";

function imported(number: string, iops: number, changes: Partial<RunSummary> = {}): RunSummary {
  const headline = [
    { metric: "iops" as const, label: "IOPS", value: iops, unit: "1/s", better: "higher" as const, workload: null },
  ];
  return aRunSummary({ id: number, number, origin: "imported", headline, ...changes });
}

const SWEEP = { name: "sweep" as const, share: "p-4", runs: ["r-1", "r-2"] };
const PRECONDITION = { name: "precondition" as const, share: "p-1", runs: ["r-9"] };
const CAMPAIGN = { name: "campaign" as const, share: "p-3", runs: ["r-1", "r-2", "r-3"] };
const REGRESSION = { name: "regression" as const, share: null, runs: ["r-5", "r-6"] };

test("stories have one order, and those without runs are left out", () => {
  expect(demoStories([], [], [])).toEqual([]);
  const empty = { ...SWEEP, runs: [] };
  expect(demoStories([REGRESSION, empty, PRECONDITION], [], []).map(({ name, picture }) => [name, picture])).toEqual([
    ["precondition", null],
    ["regression", null],
  ]);
});

test("the runs of a set that is not there are none", () => {
  expect(runsOf([SWEEP], "sweep")).toEqual(["r-1", "r-2"]);
  expect(runsOf([SWEEP], "rebuild")).toEqual([]);
});

test("sweeps are drawn as lines", () => {
  const sweep = (iops: number) => ({ label: "4K random read", points: [{ iops }, { iops: 2 * iops }] });
  const derived = [{ sweeps: [sweep(5)] }, undefined, { sweeps: [] }] as unknown as (Derived | undefined)[];
  expect(demoStories([SWEEP], [], derived)).toEqual([{ ...SWEEP, picture: { kind: "lines", series: [[5, 10]] } }]);
});

test("the run that falls to a plateau is drawn by its rounds", () => {
  const run = imported("r-9", 150, { verdict: { ...aVerdict(), rounds: [404, 400, 166, 150] } });
  expect(demoStories([PRECONDITION], [run], [])[0]?.picture).toEqual({ kind: "curve", values: [404, 400, 166, 150] });
});

test("a campaign has a row of cells for each profile, as shares of its highest value", () => {
  const profile = (name: string) => ({ profile: { name, version: 1, title: name, origin: "builtin" as const } });
  const runs = [
    imported("r-1", 200, profile("quick-4k")),
    imported("r-2", 10, profile("four-corners")),
    imported("r-3", 50, profile("quick-4k")),
  ];
  expect(demoStories([CAMPAIGN], runs, [])[0]?.picture).toEqual({ kind: "cells", rows: [[1, 0.25], [1]] });
});

test("runs before and after a change are bars", () => {
  const runs = [imported("r-6", 40), imported("r-5", 70)];
  expect(demoStories([REGRESSION], runs, [])[0]?.picture).toEqual({ kind: "bars", values: [70, 40] });
});
