import { describe, expect, it } from "vitest";
import { aPivot } from "@/testing/pivot-objects";
import { holding, onAxis } from "./choice";
import { parsePivotSearch, readPivotRuns } from "./search";

describe("parsePivotSearch", () => {
  it("keeps what it understands and drops the rest", () => {
    const raw = {
      runs: "r-1,r-1,!,r-2",
      metric: "throughput_bytes_per_s",
      fixed: ["a=b=c", "no"],
      view: "other",
      baseline: [1, 2],
    };
    expect(parsePivotSearch(raw)).toEqual({
      runs: "r-1,r-2",
      metric: "throughput_bytes_per_s",
      fixed: ["a=b=c"],
      baseline: ["1", "2"],
    });
  });

  it("takes sixty runs and no more", () => {
    const many = Array.from({ length: 80 }, (_, index) => `r-${index}`).join(",");
    expect(readPivotRuns(many)).toHaveLength(60);
  });
});

describe("a choice", () => {
  it("changes places where a factor moves to another axis", () => {
    expect(onAxis(aPivot(), "columns", "array.level")).toMatchObject({ rows: "drives.count", columns: "array.level" });
  });

  it("holds a factor once, and takes it off its axis", () => {
    expect(holding(aPivot(), "drives.count", "8")).toMatchObject({
      columns: undefined,
      fixed: ["workload.name=reads", "drives.count=8"],
    });
    expect(holding(aPivot(), "workload.name", null).fixed).toBeUndefined();
  });
});
