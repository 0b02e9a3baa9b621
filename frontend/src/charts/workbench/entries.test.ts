import { expect, test } from "vitest";
import type { FactorRow } from "@/api/comparison";
import { aCell, aComparison, aDrawnRun, anEntry } from "@/testing/comparison-objects";
import { seriesStyle, THEMES } from "../theme";
import {
  coloursWithout,
  curveRuns,
  differingParts,
  entriesOf,
  factorValues,
  headlinePoint,
  hiddenAfter,
  hiddenBesides,
  hiddenByValue,
  nextBaseline,
} from "./entries";

const comparison = aComparison({ entries: [anEntry("r-1"), anEntry("r-2"), anEntry("r-3")], baseline: "r-2" });
const entries = (...hidden: string[]) => entriesOf(comparison, hidden);

test("hiding an entry changes the colour of no other", () => {
  expect(entries("r-1").map(({ order, shown }) => [order, shown])).toEqual([
    [0, false],
    [1, true],
    [2, true],
  ]);
});

test("an entry keeps its colour when another is removed, and a new one has the first that is free", () => {
  const colours = coloursWithout(comparison, {}, "r-1");
  expect(colours).toEqual({ "r-2": 1, "r-3": 2 });
  const after = aComparison({ entries: [anEntry("r-2"), anEntry("r-3"), anEntry("r-4")] });
  expect(entriesOf(after, [], colours).map(({ order }) => order)).toEqual([1, 2, 0]);
  expect(coloursWithout(comparison, {}, "r-3")).toEqual({});
});

test("an entry is hidden, shown alone, and all are shown again", () => {
  expect(hiddenAfter(entries(), "r-1", false)).toEqual(["r-1"]);
  expect(hiddenAfter(entries("r-1", "r-3"), "r-1", false)).toEqual(["r-3"]);
  expect(hiddenAfter(entries(), "r-2", true)).toEqual(["r-1", "r-3"]);
  expect(hiddenAfter(entries("r-1", "r-3"), "r-2", true)).toEqual([]);
  expect(hiddenByValue(entries("r-3"), ["r-1", "r-3"], false)).toEqual(["r-1", "r-3"]);
  expect(hiddenByValue(entries("r-2", "r-3"), ["r-3"], true)).toEqual(["r-2"]);
});

test("values of a factor end with those that are not known", () => {
  const row: FactorRow = {
    key: "array.level",
    label: "RAID level",
    group: "array",
    state: "differs",
    cells: [
      { value: "RAID 10", state: "same" },
      { value: null, state: "not_applicable" },
      { value: null, state: "unknown" },
    ],
  };
  expect(factorValues(row, entries())).toEqual([
    { value: "RAID 10", state: "known", keys: ["r-1"] },
    { value: null, state: "not_applicable", keys: ["r-2"] },
    { value: null, state: "unknown", keys: ["r-3"] },
  ]);
  expect(hiddenBesides(entries("r-1"), ["r-1", "r-3"])).toEqual(["r-2"]);
});

const levels: FactorRow = {
  key: "array.level",
  label: "RAID level",
  group: "array",
  state: "differs",
  cells: ["RAID 5", "RAID 10", "RAID 5"].map((value) => ({ value, state: "differs" })),
};
const raid = { ...comparison, factors: { ...comparison.factors, rows: [levels] } };
const grouped = (group_colours: boolean, grouped_by = levels.key) =>
  entriesOf(raid, [], {}, { grouped_by, group_colours });

test("entries are grouped by a factor in the order of its values, and keep their colours", () => {
  expect(grouped(false).map(({ key, order }) => [key, order])).toEqual([
    ["r-1", 0],
    ["r-3", 2],
    ["r-2", 1],
  ]);
  expect(factorValues(levels, grouped(false)).map(({ keys }) => keys)).toEqual([["r-1", "r-3"], ["r-2"]]);
  // A factor that these runs do not have groups nothing.
  expect(grouped(false, "drives").map(({ key }) => key)).toEqual(["r-1", "r-2", "r-3"]);
});

test("entries of one group have one colour and shapes of their own", () => {
  const styles = grouped(true).map(({ order }) => seriesStyle(THEMES.light, order));
  expect(new Set(styles.map(({ colour }) => colour)).size).toBe(2);
  expect(new Set(styles.map(({ symbol, dash }) => `${symbol} ${dash}`)).size).toBe(3);
});

test("the next entry becomes the baseline, the first after the last", () => {
  expect(nextBaseline(entries())).toBe("r-3");
  expect(nextBaseline(entriesOf({ ...comparison, baseline: "r-3" }, []))).toBe("r-1");
});

test("curves of repeats are named by their runs, one alone by its entry", () => {
  const runs = ["r-1", "r-4", "r-5"].map((number) => ({ id: number, number, title: number, left_out: null }));
  const drawn = [aDrawnRun("r-1", { series: [] }), aDrawnRun("r-4"), aDrawnRun("r-5")];
  const [entry] = entriesOf(aComparison({ entries: [anEntry("r-1", { runs, n: 3 })], runs: drawn }), []);
  if (!entry) throw new Error("the comparison has an entry");
  expect(curveRuns(entry, false).map(({ name }) => name)).toEqual(["System r-1 (r-4)", "System r-1 (r-5)"]);
  expect(curveRuns(entry, true).map(({ name, run }) => [name, run.number])).toEqual([["System r-1", "r-4"]]);
});

test("the rail has the workload that the most entries have", () => {
  const cells = (...medians: (number | null)[]) => medians.map((median) => aCell({ median }));
  const points = [
    { workload: "QD1", cells: cells(10, 20, 30) },
    { workload: "QD8", cells: cells(50, 60, 70) },
    { workload: "alone", cells: cells(900, null, null) },
  ];
  expect(headlinePoint({ ...comparison, points })?.workload).toBe("QD8");
  expect(headlinePoint(comparison)).toBeNull();
});

test.each([
  [
    ["RAID 10", "RAID 5"],
    ["10", "5"],
  ],
  [
    ["8 x P5520", "16 x P5520"],
    ["8", "16"],
  ],
  [
    ["PERC 12", "2 x PERC 12"],
    ["1", "2"],
  ],
  [
    ["8 x P5520", "7 x P5520, 1 missing"],
    ["8", "7, 1 missing"],
  ],
  [["same"], ["same"]],
])("%j are told apart by %j", (texts, parts) => {
  expect(differingParts(texts)).toEqual(parts);
});
