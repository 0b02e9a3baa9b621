/** The tabs of a run page. */
import { expect, test } from "vitest";
import { partAt, partsOf } from "./run-parts";

test("an address names its tab, and the result is the page itself", () => {
  expect(["/runs/r-1", "/runs/r-1/", "/runs/r-1/phases", "/runs/r-1/phases/x", "/runs/r-1/x"].map(partAt)).toEqual([
    "result",
    "result",
    "phases",
    "phases",
    "result",
  ]);
});

test("only a run of an SNIA test has a report", () => {
  expect(partsOf({ report: null })).not.toContain("report");
  expect(partsOf({ report: "iops" }).at(-1)).toBe("report");
});
