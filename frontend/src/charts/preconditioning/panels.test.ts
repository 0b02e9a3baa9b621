import { describe, expect, it } from "vitest";
import { overlay } from "../overlay/definition";
import { overlayOption } from "../overlay/option";
import { overlaySample } from "../samples";
import { THEMES } from "../theme";
import { positionAt, type TimeCurve } from "./panels";

function curveOf(t: number[], value: (number | null)[] = t.map(() => 1)): TimeCurve {
  return {
    name: "r-1",
    style: "alone",
    t: Float64Array.from(t),
    value: Float64Array.from(value, (item) => item ?? Number.NaN),
    band: null,
  };
}

/** The position at each of some moments. */
const at = (curve: TimeCurve, moments: number[]) => moments.map((moment) => positionAt(curve, moment));

describe("positionAt", () => {
  it("ends with the last interval and begins with the first", () => {
    const minutes = curveOf(Array.from({ length: 10 }, (_, place) => 60_000 * place + 30_000));
    expect(at(minutes, [-1000, 0, 30_000, 61_000, 599_000, 600_000])).toEqual([-1, 0, 0, 1, 9, 9]);
    expect(at(minutes, [601_000, 630_000])).toEqual([-1, -1]);
  });

  it("holds for intervals of unequal length", () => {
    // Minutes, then three stored seconds, then half a minute until the end.
    const mixed = curveOf([30_000, 90_000, 120_500, 121_500, 122_500, 138_000]);
    expect(at(mixed, [0, 100_000, 120_400, 121_400, 122_400, 152_900, 154_000])).toEqual([0, 1, 2, 3, 4, 5, -1]);
    // Minutes that end in a single second.
    expect(at(curveOf([30_000, 90_000, 120_500]), [120_900, 121_500])).toEqual([2, -1]);
  });

  it("has nothing to tell of a gap", () => {
    const seconds = curveOf([500, 1500, 501_000, 1_000_500, 1_001_500], [1, 1, null, 1, 1]);
    expect(at(seconds, [1900, 3000, 900_000, 1_000_100])).toEqual([1, -1, -1, 3]);
    const lone = curveOf([500, 1500, 501_000, 1_000_500, 1_500_000], [1, 1, null, 1, null]);
    expect(at(lone, [999_000, 1_000_700, 1_010_000])).toEqual([-1, 3, -1]);
  });

  it("takes a single reading for nothing but its own moment", () => {
    expect(at(curveOf([500]), [500, 501])).toEqual([0, -1]);
    expect(positionAt(curveOf([]), 500)).toBe(-1);
  });
});

describe("the tooltip of several runs", () => {
  it("tells nothing of a run that is over", () => {
    const data = overlaySample();
    const [run] = data.runs;
    if (!run) throw new Error("the sample has runs");
    const drawn = (name: string, order: number, length: number) => {
      const mean = Array.from({ length }, () => 111);
      const bare = { t0_ms: 0, step_ms: 60_000, intervals: null, detail: null, phases: [], steady_window: null };
      return { ...run, name, order, series: { ...run.series, ...bare, min: mean, mean, max: mean } };
    };
    const option = overlayOption(
      { ...data, range: null, runs: [drawn("short", 0, 10), drawn("long", 1, 20)] },
      THEMES.light,
      { width: 1100, height: overlay.height(data, 1100), interactive: true },
    );
    const { formatter } = option.tooltip;
    const text = (dataIndex: number) =>
      typeof formatter === "function" ? formatter([{ seriesId: "line-0-1", dataIndex }] as never, "") : null;
    expect(text(9)).toBe("0:09:30\nshort  111\nlong  111");
    expect(text(10)).toBe("0:10:30\nlong  111\nshort  n/a");
  });
});
