import { describe, expect, it } from "vitest";
import { METRICS } from "@/lib/metrics";
import { blockPanels } from "../block-size/panels";
import { curvesFor, type SampleRow, sweepSource } from "../samples-sweeps";
import { bestOf } from "./best";
import type { LinePanel } from "./line-panels";

const sentences = (rows: readonly SampleRow[]) => {
  const curves = curvesFor(sweepSource(rows), "block-size");
  const [panel] = blockPanels({ curves });
  if (!panel) throw new Error("there is a panel");
  return bestOf(panel, curves);
};
const sizes = (...rows: SampleRow[]): SampleRow[] => rows.map((row, index) => ({ block_bytes: 4096 << index, ...row }));
const ofRuns = (...runs: SampleRow[][]): SampleRow[] =>
  runs.flatMap((rows, index) => rows.map((row) => ({ ...row, run_number: `r-${index + 1}` })));
const plain = (iops: number) => sizes({ iops }, { iops: iops / 2 });

describe("where a curve is at its best", () => {
  it("is said of exact and of approximate figures", () => {
    expect(sentences(plain(100_000))).toEqual(["random read, 1T/1Q: best 100k IOPS at 4 KiB."]);
    expect(sentences(sizes({ iops: 1000 }, { iops: 2000, value_kind: "approximate" }))).toEqual([
      "random read, 1T/1Q: best ≈ 2.00k IOPS at 8 KiB.",
    ]);
  });

  it("is left open by a bound that may be more or less than the others", () => {
    expect(sentences(sizes({ iops: 100_000 }, { iops: 300_000, value_kind: "upper_bound" }))).toEqual([
      "random read, 1T/1Q: ≤ 300k IOPS at 8 KiB. Bounds and ranges leave the best open.",
    ]);
    expect(sentences(sizes({ iops: 100_000 }, { iops: 50_000, value_kind: "lower_bound" }))).toEqual([
      "random read, 1T/1Q: 100k IOPS at 4 KiB. Bounds and ranges leave the best open.",
    ]);
  });

  it("is not said of what was cut short", () => {
    const cut = { iops: 900_000, phase_state: "cancelled" };
    expect(sentences(sizes({ iops: 100_000 }, cut))).toEqual(["random read, 1T/1Q: best 100k IOPS at 4 KiB."]);
    expect(sentences(sizes(cut, cut))).toEqual(["random read, 1T/1Q: every measurement is incomplete."]);
  });

  it("is not said of a bound that stands alone", () => {
    const curves = curvesFor(sweepSource(sizes({ iops: 1 }, { iops: 2, value_kind: "upper_bound" })), "block-size");
    const panel: LinePanel = {
      metric: METRICS.iops,
      axis: { type: "value", title: "", min: 0, max: 1, format: String },
      x: ({ kind }) => (kind === "exact" ? null : 0),
      place: () => "8 KiB",
    };
    expect(bestOf(panel, curves)).toEqual(["random read, 1T/1Q: ≤ 2 IOPS at 8 KiB."]);
  });
});

describe("the best and the last of many", () => {
  const five = [1000, 2000, 3000, 4000, 5000].map(plain);

  it("are named", () => {
    expect(sentences(ofRuns(...five))).toEqual([
      "r-5 named is best, 5.00k IOPS at 4 KiB.",
      "r-1 named is lowest, 1.00k IOPS at 4 KiB.",
    ]);
  });

  it("leave out which is last where a bound leaves that open", () => {
    const bound = sizes({ iops: 500 }, { iops: 1500, value_kind: "upper_bound" });
    expect(sentences(ofRuns(...five, bound))).toEqual(["r-5 named is best, 5.00k IOPS at 4 KiB."]);
  });

  it("leave out which is best where a bound leaves that open", () => {
    const bound = sizes({ iops: 500 }, { iops: 9000, value_kind: "upper_bound" });
    expect(sentences(ofRuns(...five, bound))).toEqual(["Bounds and ranges leave the best open."]);
  });

  it("say so where every measurement was cut short", () => {
    const cut = five.map((rows) => rows.map((row) => ({ ...row, phase_state: "cancelled" })));
    expect(sentences(ofRuns(...cut))).toEqual(["Every measurement is incomplete."]);
  });
});

describe("an invalid run", () => {
  const marked = (rows: SampleRow[]) => rows.map((row) => ({ ...row, invalid: 1 }));

  it("is best at nothing", () => {
    expect(sentences(ofRuns(plain(1000), marked(plain(9000))))).toEqual([
      "r-1 named: best 1.00k IOPS at 4 KiB.",
      "r-2 named is invalid, not counted.",
    ]);
  });

  it("is neither the best nor the last of many", () => {
    const five = [1000, 2000, 3000, 4000, 5000].map(plain);
    expect(sentences(ofRuns(...five, marked(plain(9000)), marked(plain(10))))).toEqual([
      "r-5 named is best, 5.00k IOPS at 4 KiB.",
      "r-1 named is lowest, 1.00k IOPS at 4 KiB.",
      "Invalid, not counted: r-6 named · r-7 named.",
    ]);
  });

  it("leaves one that counts by itself, or none", () => {
    const five = [9000, 8000, 7000, 6000].map((iops) => marked(plain(iops)));
    expect(sentences(ofRuns(plain(1000), ...five))[0]).toBe("r-1 named: best 1.00k IOPS at 4 KiB.");
    expect(sentences(ofRuns(marked(plain(1000)), ...five))).toEqual([
      "Invalid, not counted: r-1 named · r-2 named · r-3 named · r-4 named · r-5 named.",
    ]);
  });
});
