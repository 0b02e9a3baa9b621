/** The history of a configuration as its chart shows it. */
import { describe, expect, test } from "vitest";
import type { HistoryFigures } from "@/api/comparison";
import { type HistoryLine, historyView } from "./history-view";

const OWN = "own";
const OTHER = "other";

interface Sample {
  job?: string;
  hash: string | null;
  value: number | null;
}

function figuresOf(samples: readonly Sample[], change?: { before: number; isKnown?: boolean }) {
  const items = samples.map(({ job, hash }, index) => ({
    run: {
      id: `id-${index}`,
      number: `r-${index + 1}`,
      job: { id: "j", number: job ?? `j-${index}`, state: "ended" },
      configuration: hash === null ? null : { id: hash, number: hash === OWN ? "c-22" : "c-19", name: hash },
      started_at: `2026-11-${String(index + 1).padStart(2, "0")}T01:00:00Z`,
    },
    class_hash: hash,
  }));
  const factor = { key: "controllers.firmware", label: "Firmware of the controller", group: "controller" };
  const markers = change
    ? [
        {
          run_id: `id-${change.before}`,
          before: { id: OTHER, number: "c-19", name: OTHER },
          after: { id: OWN, number: "c-22", name: OWN },
          factors: [
            { ...factor, a: "8.5", b: change.isKnown === false ? null : "8.8", known: change.isKnown !== false },
          ],
        },
      ]
    : [];
  return { history: { items, markers, complete: true } } as unknown as HistoryFigures;
}

const lineOf = (samples: readonly Sample[], changes: HistoryLine["changes"] = []): HistoryLine => ({
  workload: "4K random write",
  values: samples.map(({ value }) => value),
  changes,
  newest: null,
});

const BEFORE_AND_AFTER: readonly Sample[] = [
  { hash: OTHER, value: 100 },
  { hash: OTHER, value: 100 },
  { hash: OWN, value: 104, job: "j-a" },
  { hash: OWN, value: 106, job: "j-a" },
  { hash: OWN, value: 108, job: "j-a" },
];

describe("historyView", () => {
  test("repeats of a job are one point with their median, lowest and highest", () => {
    const { points } = historyView(OWN, figuresOf(BEFORE_AND_AFTER), lineOf(BEFORE_AND_AFTER));
    expect(points.map(({ run, value, span }) => [run, value, span])).toEqual([
      ["r-1", 100, null],
      ["r-2", 100, null],
      ["r-3", 106, [104, 108]],
    ]);
  });

  test("runs before a change are drawn, named and not counted", () => {
    const view = historyView(OWN, figuresOf(BEFORE_AND_AFTER, { before: 2 }), lineOf(BEFORE_AND_AFTER));
    expect(view.median).toBe(106);
    expect(view.bands).toEqual([
      { kind: "other", from: 0, to: 1, low: 100, high: 100, label: "c-19, not counted here" },
      { kind: "usual", from: 2, to: 2, low: 104, high: 108, label: "usual range" },
    ]);
  });

  test("a change says what changed and by how much, and its level is not marked twice", () => {
    const line = lineOf(BEFORE_AND_AFTER, [{ index: 2, direction: "up", change_percent: 6, better: true }]);
    const view = historyView(OWN, figuresOf(BEFORE_AND_AFTER, { before: 2 }), line);
    expect(view.marks).toEqual([
      { index: 2, kind: "configuration", label: "Firmware of the controller 8.5 → 8.8: +6\u00a0%" },
    ]);
    expect([...view.changed]).toEqual(["controllers.firmware"]);
  });

  test("an unknown change stays unknown", () => {
    const view = historyView(OWN, figuresOf(BEFORE_AND_AFTER, { before: 2, isKnown: false }), lineOf(BEFORE_AND_AFTER));
    expect(view.marks[0]?.label).toBe("configuration changed: +6\u00a0%");
    expect(view.changed.size).toBe(0);
  });

  test("a level that moved without a change of the configuration has a mark of its own", () => {
    const samples = BEFORE_AND_AFTER.map((sample) => ({ ...sample, hash: OWN }));
    const line = lineOf(samples, [{ index: 2, direction: "up", change_percent: 6, better: true }]);
    expect(historyView(OWN, figuresOf(samples), line).marks).toEqual([{ index: 2, kind: "level", label: "+6\u00a0%" }]);
  });

  test("two values make no usual range, and a run that does not count stays a gap", () => {
    const samples: Sample[] = [
      { hash: OWN, value: 1 },
      { hash: OWN, value: null },
      { hash: OWN, value: 3 },
    ];
    const view = historyView(OWN, figuresOf(samples), lineOf(samples));
    expect(view.bands).toEqual([]);
    expect(view.points[1]?.value).toBeNull();
    expect(view.median).toBe(2);
  });
});
