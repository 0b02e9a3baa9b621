import { expect, test } from "vitest";
import { aRunSummary, aVerdict } from "@/testing/objects";
import { someRepeats } from "@/testing/repeat-objects";
import { runPicture } from "./run-picture";

const repeats = someRepeats();
const [point] = repeats.items;
if (!point) throw new Error("the repeats of the tests have a point");

test("a run that was judged is its rounds, in the colour of a warning where it is not steady", () => {
  const verdict = aVerdict({ status: "not_steady", rounds: [3, 2, 1] });
  expect(runPicture(aRunSummary({ verdict }), undefined)).toEqual({ kind: "curve", values: [3, 2, 1], tone: "warn" });
});

test("another run is its own points of one metric", () => {
  const items = [
    { ...point, values: [1, 10] },
    { ...point, values: [2, 20] },
    { ...point, metric: "latency_mean_ns" as const, values: [9_000, 9_000] },
  ];
  const answer = { runs: ["r-1", "r-2"], items };
  expect(runPicture(aRunSummary({ number: "r-2" }), answer)).toEqual({ kind: "bars", values: [10, 20] });
});

test("a single point, an unknown run and a missing value draw nothing", () => {
  const answer = { runs: ["r-1"], items: [{ ...point, values: [1] }] };
  expect(runPicture(aRunSummary({ number: "r-1" }), answer)).toBeNull();
  expect(runPicture(aRunSummary({ number: "r-9" }), answer)).toBeNull();
  expect(runPicture(aRunSummary({ number: "r-1" }), undefined)).toBeNull();
});
