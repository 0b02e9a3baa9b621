import { describe, expect, it } from "vitest";
import { toCsv } from "@/charts/csv";
import { aPivot, aPivotCell } from "@/testing/pivot-objects";
import { baselineOf } from "./cell-texts";
import { exactTable } from "./take-away";
import { markdownOf } from "./take-away-buttons";

const ABSOLUTE = { view: "absolute", baseline: null } as const;

describe("the table elsewhere", () => {
  it("is Markdown with every state in words", () => {
    expect(markdownOf(aPivot(), ABSOLUTE).split("\n")).toEqual([
      "IOPS by RAID level and number of drives; Workload: reads",
      "",
      "| RAID level | 8 | 16 |",
      "| --- | --- | --- |",
      "| RAID 10 | 200.0k (n = 3, 190.0k to 204.0k) | ≥ 300.0k |",
      "| RAID 5 | 150.0k | failed |",
      "",
    ]);
  });

  it("has the interval of several runs, in both forms, and none of a difference", () => {
    const pivot = aPivot({
      rows: ["RAID 5"],
      columns: ["8"],
      cells: [aPivotCell({ n: 3, min: 90_000, max: 110_000, ci95_low: 75_160, ci95_high: 124_840, cv_percent: 10 })],
    });
    expect(markdownOf(pivot, ABSOLUTE)).toContain(
      "| 100.0k (n = 3, 90.00k to 110.0k, 95 % interval of the mean 75.16k to 124.8k) |",
    );
    expect(markdownOf(pivot, { view: "relative", baseline: baselineOf(pivot, ["RAID 5", "8"]) })).not.toContain("95 %");
    const [head, line] = toCsv(exactTable(pivot)).split("\r\n");
    expect(head).toContain("95 % interval of the mean from (1/s),95 % interval of the mean to (1/s)");
    expect(line).toContain(",3,90000,110000,75160,124840,10,");
  });

  it("says in Markdown what differences are of", () => {
    const pivot = aPivot();
    const [title] = markdownOf(pivot, { view: "relative", baseline: baselineOf(pivot, ["RAID 5", "8"]) }).split("\n");
    expect(title).toBe("IOPS by RAID level and number of drives; % against RAID 5, 8; Workload: reads");
  });

  it("is CSV with exact numbers, conditions and no formula", () => {
    const pivot = aPivot({
      cells: [aPivotCell({ row: "=1+2", value: 123_456.789, conditions: ["optimal"], steady: false })],
    });
    const [head, line] = toCsv(exactTable(pivot)).split("\r\n");
    expect(head).toContain("IOPS (1/s)");
    expect(line).toBe(",'=1+2,8,reads,measured,123456.789,,,exact,1,,,,,,,,optimal,no,,r-1");
  });
});
