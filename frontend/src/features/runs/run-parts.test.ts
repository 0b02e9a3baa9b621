/** The parts of a run page. */
import { expect, test } from "vitest";
import { partAt, partsOf } from "./run-parts";

test("an address names its part, and the summary is the page itself", () => {
  expect(["/runs/r-1", "/runs/r-1/", "/runs/r-1/latency", "/runs/r-1/latency/x", "/runs/r-1/x"].map(partAt)).toEqual([
    "summary",
    "summary",
    "latency",
    "latency",
    "summary",
  ]);
});

test("only a run of an SNIA test has a report", () => {
  expect(partsOf({ report: null })).not.toContain("report");
  expect(partsOf({ report: "iops" }).at(-1)).toBe("report");
});
