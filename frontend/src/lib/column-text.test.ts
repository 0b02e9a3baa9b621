/** Columns of the table of runs as text. */
import { expect, test } from "vitest";
import { figureOf, readColumn, splitColumns } from "./column-text";

test("commas within workloads part no columns", () => {
  const columns = ["iops", figureOf("p99", 'a, "b"'), 'p99@(bs:4k workload:"x,)" qd:32)', "label.release"];
  columns.push("vs(p99@(bs:4k), r-474)");
  expect(splitColumns(`${columns.join(",")},, iops`)).toEqual(columns);
});

test("a figure of a workload is read back", () => {
  expect(readColumn(figureOf("p99", 'say "x" \\'))).toEqual({ field: "p99", workload: 'say "x" \\' });
  expect(readColumn("label.release")).toEqual({ field: "label.release", workload: null });
});
