import { expect, test } from "vitest";
import type { RunNote } from "@/api/types";
import { aSeries } from "@/testing/objects";
import { type NotedRun, overlaidNotes } from "./run-notes";

const note = (changes: Partial<RunNote>): RunNote => ({
  id: "n-1",
  from_ms: 70_000,
  to_ms: null,
  metric: null,
  text: "A drive was pulled.",
  author: "ada",
  created_at: "2026-11-21T01:00:00Z",
  edited_at: null,
  may_change: true,
  ...changes,
});
const noted = (number: string, notes: RunNote[], changes: object = {}): NotedRun => ({
  chosen: { number, name: `System ${number}` },
  notes,
  series: aSeries({ t0_ms: 60_000, points: 3, last_ms: 90_000, ...changes }),
});

test("notes are numbered through, and drawn from the beginning of their own curve", () => {
  const runs = [
    noted("r-1", [note({}), note({ from_ms: 65_000, to_ms: 80_000 })]),
    noted("r-2", [note({ from_ms: 5000 })], { t0_ms: 0 }),
  ];
  const { drawn, listed, others } = overlaidNotes(runs, "iops");
  expect(drawn).toEqual([
    { number: 1, from_ms: 10_000, to_ms: null, metric: null, curve: "System r-1" },
    { number: 2, from_ms: 5000, to_ms: 20_000, metric: null, curve: "System r-1" },
    { number: 3, from_ms: 5000, to_ms: null, metric: null, curve: "System r-2" },
  ]);
  expect(listed.map(({ number, run, note: { from_ms } }) => [number, run.number, from_ms])).toEqual([
    [1, "r-1", 70_000],
    [2, "r-1", 65_000],
    [3, "r-2", 5000],
  ]);
  expect(others).toBe(0);
});

test("what is about another metric, or about what is not drawn, is counted and has no number", () => {
  const notes = [
    note({ metric: "latency_mean_ns" }),
    note({ from_ms: 10_000 }),
    note({ from_ms: 95_000 }),
    note({ metric: "iops", from_ms: 10_000, to_ms: 61_000 }),
  ];
  const { drawn, others } = overlaidNotes([noted("r-1", notes)], "iops");
  expect(drawn).toEqual([{ number: 1, from_ms: -50_000, to_ms: 1000, metric: "iops", curve: "System r-1" }]);
  expect(others).toBe(3);
});

test("a run without a curve has no place for its notes", () => {
  expect(overlaidNotes([noted("r-1", [note({})], { points: 0 })], "iops").drawn).toEqual([]);
  expect(overlaidNotes([{ ...noted("r-1", [note({})]), series: null }], "iops").listed).toEqual([]);
});
