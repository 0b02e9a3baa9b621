import { describe, expect, it } from "vitest";
import { type SampleRow, sweepSource } from "../samples-sweeps";
import { kindOf, mergeRows, sweepRows } from "./points";

const merge = (rows: readonly SampleRow[]) => {
  const [first, ...others] = sweepRows(sweepSource(rows));
  if (!first) throw new Error("there are rows");
  return mergeRows([first, ...others]);
};

describe("mergeRows", () => {
  it("leaves what was cut short out of the mean where the load was also measured to the end", () => {
    const finished = { iops: 1000 };
    const cancelled = { iops: 9000, phase_state: "cancelled" };
    for (const rows of [
      [finished, cancelled],
      [cancelled, finished],
    ]) {
      const { values, count, kind } = merge(rows);
      expect([values.iops, count, kind]).toEqual([1000, 1, "exact"]);
    }
    const { values, count } = merge([finished, { iops: 1300 }, cancelled]);
    expect([values.iops, count]).toEqual([1150, 2]);
  });

  it("still draws what was only cut short, and marks it", () => {
    const { values, kind } = merge([8000, 9000].map((iops) => ({ iops, phase_state: "cancelled" })));
    expect([values.iops, kind]).toEqual([8500, "cut_short"]);
  });

  it("keeps the kind of each metric where a source printed them in rows of their own", () => {
    const point = merge([{ iops: 1000 }, { iops: null, latency_mean_ns: 5e5, value_kind: "upper_bound" }]);
    expect([kindOf(point, "iops"), kindOf(point, "latency_mean_ns"), point.kind]).toEqual([
      "exact",
      "upper_bound",
      "upper_bound",
    ]);
  });
});
