import { expect, test } from "vitest";
import { someMeasurements } from "@/testing/result-objects";
import { bestLoads, fittingGroups } from "./figure";
import { barGroups } from "./option";

const groupsOf = (rows: Parameters<typeof someMeasurements>[0]) =>
  barGroups({ metric: "iops", measurements: someMeasurements(rows) });

test("a sweep is one bar for each entry, at its best load", () => {
  const rows = ["r-1", "r-2"].flatMap((run) =>
    [1, 2, 4, 8].map((outstanding) => ({ run, outstanding, iops: 10 * outstanding })),
  );
  const groups = groupsOf(rows);
  expect(groups).toHaveLength(4);
  expect(bestLoads(groups, "higher").map(({ bars }) => bars.map(({ value }) => value))).toEqual([[80, 80]]);
  const few = groupsOf(rows.filter(({ outstanding }) => outstanding < 8));
  expect(bestLoads(few, "higher")).toHaveLength(3);
});

test("groups that have room are drawn, those of the most entries first", () => {
  const groups = groupsOf([
    { run: "r-1", outstanding: 1, iops: 1 },
    { run: "r-1", outstanding: 2, iops: 2 },
    { run: "r-2", outstanding: 2, iops: 3 },
  ]);
  expect(fittingGroups(groups, 500)).toHaveLength(2);
  expect(fittingGroups(groups, 110).map(({ bars }) => bars.length)).toEqual([2]);
});
