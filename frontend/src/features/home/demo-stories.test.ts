import { expect, test } from "vitest";
import type { Derived, RunSummary } from "@/api/types";
import { aRunSummary, aVerdict } from "@/testing/objects";
import { demoStories, replayedRun, sweptRuns } from "./demo-stories";

function published(number: string, title: string, iops: number, changes: Partial<RunSummary> = {}): RunSummary {
  const headline = [
    { metric: "iops" as const, label: "Random read IOPS", value: iops, unit: "1/s", better: "higher" as const },
  ];
  return aRunSummary({ id: number, number, title, origin: "published", headline, ...changes });
}

const FOUR = published("r-41", "HP P420i, four SSDs in RAID0", 1);
const ONE = published("r-40", "HP P420i, one Intel SSD", 1);

test("the replay and the sweeps are found by their titles, and never among own runs", () => {
  expect(replayedRun([ONE, FOUR])).toBe(FOUR);
  expect(replayedRun([{ ...FOUR, origin: "measured" }])).toBeNull();
  expect(sweptRuns([ONE, FOUR])).toEqual([FOUR, ONE]);
});

test("stories without runs are left out", () => {
  expect(demoStories([], [])).toEqual([]);
  expect(demoStories([ONE], []).map(({ key, picture }) => [key, picture])).toEqual([["depths", null]]);
});

test("the run that falls to a plateau is drawn by its rounds", () => {
  const measured = { number: "r-61", verdict: { ...aVerdict(), rounds: [404, 400, 166, 150] } };
  expect(demoStories([ONE], [], measured)[1]).toEqual({
    key: "precondition",
    runs: ["r-61"],
    picture: { kind: "curve", values: [404, 400, 166, 150] },
  });
});

test("sweeps are drawn as lines of the same workload", () => {
  const sweep = (iops: number) => ({ label: "4K random read, 1 thread", points: [{ iops }, { iops: 2 * iops }] });
  const derived = [{ sweeps: [sweep(5)] }, undefined, { sweeps: [] }] as unknown as (Derived | undefined)[];
  expect(demoStories([FOUR, ONE], derived)[0]).toEqual({
    key: "depths",
    runs: ["r-41", "r-40"],
    picture: { kind: "lines", series: [[5, 10]] },
  });
});

test("layouts are cells by level and controllers, as shares of the highest; what is missing stays empty", () => {
  const runs = [published("r-1", "JBOD 2x PERC 12", 200), published("r-2", "RAID5 1x PERC 12", 50)];
  const layouts = demoStories(runs, []).find(({ key }) => key === "layouts");
  expect(layouts?.picture).toEqual({
    kind: "cells",
    rows: [
      [null, 1],
      [null, null],
      [0.25, null],
    ],
  });
});

test("a rebuild stands beside the healthy array", () => {
  const runs = [published("r-1", "RAID5 1x PERC 12", 70), published("r-2", "RAID5 1x PERC 12, rebuilding", 23)];
  const stories = demoStories(runs, []);
  expect(stories.find(({ key }) => key === "rebuilds")).toMatchObject({
    runs: ["r-1", "r-2"],
    picture: { kind: "bars", values: [70, 23] },
  });
});
