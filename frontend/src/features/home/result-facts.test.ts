import { expect, test } from "vitest";
import { aVerdict } from "@/testing/objects";
import { aRecentResult } from "@/testing/overview-objects";
import { cardFacts, sweepSize } from "./result-facts";

const FINISHED = "2026-11-24T11:00:00Z";
const NOW = new Date("2026-11-24T13:00:00Z");

test("a card names the configuration, its figure and the run it is compared with", () => {
  const change = { percent: -11.2, value: 43_600, run_number: "r-402", run_title: "Before", unusual: null };
  const facts = cardFacts(aRecentResult({ number: "r-482", finished_at: FINISHED, change, is_new: true }), NOW);
  expect(facts).toEqual({
    picture: null,
    name: "NVMe scratch",
    workload: "4K random write",
    value: { number: "38.8k", unit: "IOPS" },
    change: { percent: -11.2, metric: "iops" },
    meta: "r-482 · 2\u00a0h ago · vs r-402",
    isNew: true,
  });
});

test("a run without a configuration and without a figure has its title and a dash", () => {
  const facts = cardFacts(aRecentResult({ configuration: null, figure: null, finished_at: FINISHED }), NOW);
  expect(facts).toMatchObject({
    name: "Quick 4K on rack-4",
    workload: "quick-4k",
    value: { number: "–", unit: "" },
    change: null,
    meta: "r-1 · 2\u00a0h ago",
  });
});

test("a figure in a unit of its source keeps it", () => {
  const figure = { metric: "score", label: "Score", value: 1234, unit: "points", better: "higher", workload: null };
  expect(cardFacts(aRecentResult({ figure: figure as never }), NOW).value).toEqual({ number: "1,230", unit: "points" });
});

test("a sweep is called by its size", () => {
  const sweep = {
    kind: "sweep" as const,
    lines: [
      [1, 2, 3],
      [2, 3, 4],
    ],
    window: null,
  };
  expect(sweepSize(sweep)).toBe("2 × 3 depths");
  expect(sweepSize({ ...sweep, lines: [[1, 2, 3]] })).toBe("3 depths");
  expect(sweepSize(null)).toBeNull();
});

test("a result that is not steady is drawn as a warning", () => {
  const thumbnail = { kind: "time" as const, lines: [[1, 2]], window: null };
  const verdict = { ...aVerdict(), status: "not_steady" as const };
  expect(cardFacts(aRecentResult({ thumbnail, verdict }), NOW).picture).toMatchObject({ tone: "warn" });
});
