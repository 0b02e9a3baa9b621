import { describe, expect, it } from "vitest";
import { METRICS } from "@/lib/metrics";
import { changeOf, shownChange } from "./changes";

const exact = (value: number, kind = "exact") => ({ value, kind });

describe("changeOf", () => {
  it("is the ratio of two numbers, approximate as soon as one of them is", () => {
    expect(changeOf(exact(300), exact(200))).toEqual({ ratio: 1.5, approximate: false });
    expect(changeOf(exact(300, "approximate"), exact(200))).toEqual({ ratio: 1.5, approximate: true });
    expect(changeOf(exact(300), exact(200, "approximate"))).toEqual({ ratio: 1.5, approximate: true });
    expect(changeOf(exact(0), exact(200))).toEqual({ ratio: 0, approximate: false });
  });

  it.each(["upper_bound", "lower_bound", "range_low", "range_high", "cut_short"])("is unknown of %s", (kind) => {
    expect(changeOf(exact(300, kind), exact(200))).toBeNull();
    expect(changeOf(exact(300), exact(200, kind))).toBeNull();
  });

  it("is unknown against 0 and against an invalid run", () => {
    expect(changeOf(exact(300), exact(0))).toBeNull();
    expect(changeOf(exact(300), { ...exact(200), invalid: true })).toBeNull();
  });
});

describe("shownChange", () => {
  const change = { ratio: 1.5, approximate: true };

  it("is nothing where figures are shown as they are", () => {
    expect(shownChange({}, METRICS.iops)).toBeNull();
    expect(shownChange({ numbers: "absolute" }, METRICS.iops)).toBeNull();
  });

  it("is a difference in percent, or a ratio", () => {
    const [relative, ratio] = (["relative", "ratio"] as const).map((numbers) => shownChange({ numbers }, METRICS.iops));
    expect([relative?.label, relative?.unit, relative?.value(change), relative?.text(change)]).toEqual([
      "IOPS, difference from the baseline",
      "percent",
      50,
      "≈ +50 %",
    ]);
    expect([ratio?.label, ratio?.unit, ratio?.value(change), ratio?.text(change)]).toEqual([
      "IOPS, ratio to the baseline",
      "1",
      1.5,
      "≈ 1.500 ×",
    ]);
    expect([relative?.cell(50), ratio?.cell(1.5)]).toEqual(["+50 %", "1.500 ×"]);
    expect([relative?.value(null), relative?.text(null), relative?.cell(null)]).toEqual([null, "n/a", "n/a"]);
  });
});
