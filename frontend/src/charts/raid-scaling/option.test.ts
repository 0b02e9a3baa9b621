import { describe, expect, it } from "vitest";
import { contrastOf } from "@/lib/colour";
import { aPivotScale } from "@/testing/pivot-objects";
import { drawSvg } from "../runtime";
import { scalingEfficiency } from "../scaling-efficiency/definition";
import { efficiencyOption } from "../scaling-efficiency/option";
import { THEMES } from "../theme";
import { raidScaling } from "./definition";
import { IDEAL, raidScalingHeight, raidScalingLegend, raidScalingOption, type ScalingData } from "./option";

const linear = { basis: "linear", from_drives: 4 } as const;
const data: ScalingData = {
  metric: "iops",
  label: "RAID level",
  points: [
    aPivotScale({
      level: "RAID 0",
      drives: 4,
      value: 400_000,
      ideal: 480_000,
      efficiency_percent: 83.3,
      basis: "model",
    }),
    aPivotScale({ level: "RAID 0", drives: 8, value: 700_000, value_kind: "lower_bound", ideal: 960_000 }),
    aPivotScale({ level: "RAID 10", drives: 4, value: 300_000, efficiency_percent: 100, ...linear }),
    aPivotScale({ level: "RAID 10", drives: 8, value: 540_000, efficiency_percent: 90, ...linear }),
    aPivotScale({ level: "RAID 6", drives: 2, state: "impossible", value: null, value_kind: null }),
  ],
};
const view = { width: 1100, height: raidScalingHeight(data, 1100), interactive: true };
const texts = (svg: string) => [...svg.matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text);

describe("raidScalingOption", () => {
  const option = raidScalingOption(data, THEMES.light, view);

  it("writes the efficiency above bars, a bound as one, and a dash where no array can be", () => {
    const drawn = texts(drawSvg(option, view.width, view.height));
    expect(drawn).toEqual(
      expect.arrayContaining(["RAID 0", "RAID 10", "RAID 6", "83.3 %", "100 %", "90 %", "≥ 700k", "–"]),
    );
  });

  it("has a tick only where the model applies", () => {
    expect(option.series.find(({ name }) => name === IDEAL)?.data).toEqual([
      [0, 480_000],
      [0, 960_000],
    ]);
    expect(raidScalingLegend(data, THEMES.light).map(({ name }) => name)).toEqual([
      "2 drives",
      "4 drives",
      "8 drives",
      IDEAL,
    ]);
  });

  it("darkens with the number of drives", () => {
    const colours = raidScalingLegend(data, THEMES.light).map(({ style }) => style.colour);
    const [few = 0, more = 0, many = 0] = colours.map((colour) => contrastOf(colour, THEMES.light.background));
    expect(few).toBeLessThan(more);
    expect(more).toBeLessThan(many);
  });

  it("says how each level scales and what 100 % are", () => {
    expect(raidScaling.describe(data)).toBe(
      "RAID 0: ≥ 700k with 8 drives. RAID 10: 540k with 8 drives, 90 % of linear growth from 4 drives. A dash marks an impossible array.",
    );
    expect(raidScaling.table(data).rows[0]).toEqual([
      "RAID 0",
      4,
      "measured",
      400_000,
      "exact",
      480_000,
      83.3,
      "single drives by the RAID model",
    ]);
  });
});

describe("repeats behind the bars", () => {
  const spread = { n: 3, min: 380_000, max: 420_000, ci95_low: 350_313, ci95_high: 449_687 };
  const one = { n: 1, min: 300_000, max: 300_000, ci95_low: null, ci95_high: null };
  const two = { n: 2, min: 500_000, max: 520_000, ci95_low: null, ci95_high: null };
  const repeated: ScalingData = {
    ...data,
    points: [
      aPivotScale({ level: "RAID 0", drives: 4, value: 400_000, spread, efficiency_percent: 80, ...linear }),
      aPivotScale({ level: "RAID 0", drives: 8, value: 300_000, spread: one, efficiency_percent: 60, ...linear }),
      aPivotScale({ level: "RAID 10", drives: 8, value: 510_000, spread: two }),
    ],
  };
  const drawn = (series: { type?: string; data?: unknown }[]) =>
    series.flatMap(({ type, data: points }) => (type === "custom" && (points as []).length > 0 ? [points] : []));

  it("are the interval from three runs on, both values of two, and a circle where there is one", () => {
    const option = raidScalingOption(repeated, THEMES.light, view);
    expect(drawn(option.series)).toEqual([[[0, 350_313, 449_687]], [[1, 500_000, 520_000]], [[300_000, 0]]]);
    expect(drawSvg(option, view.width, view.height)).toContain("<svg");
    expect(raidScaling.describe(repeated)).toContain(
      "Whiskers are Student's 95 % interval of the mean of the runs. Dots are both values of 2 runs. A bar with an open circle is 1 run, no interval.",
    );
  });

  it("stand beside the numbers", () => {
    const { columns, rows } = raidScaling.table(repeated);
    expect(columns.slice(8).map(({ label }) => label)).toEqual([
      "n",
      "IOPS, lowest",
      "IOPS, highest",
      "IOPS, 95 % interval from",
      "IOPS, 95 % interval to",
      "Interval",
    ]);
    expect(rows.map((row) => row.slice(8))).toEqual([
      [3, 380_000, 420_000, 350_313, 449_687, "3 runs, Student's 95 % interval of their mean"],
      [1, null, null, null, null, "1 run, no interval"],
      [2, 500_000, 520_000, null, null, "2 runs, too few for an interval"],
    ]);
  });

  it("are percent of what 100 % are on the line of efficiency, and one run is hollow", () => {
    const { series } = efficiencyOption(repeated, THEMES.light, view);
    const [intervals] = drawn(series);
    expect(intervals).toEqual([[4, expect.closeTo(70.0626), expect.closeTo(89.9374)]]);
    const [first, second] = (series[0]?.data ?? []) as unknown[];
    expect(first).toEqual([4, 80]);
    expect(second).toMatchObject({ value: [8, 60], itemStyle: { color: THEMES.light.background } });
    expect(scalingEfficiency.describe(repeated)).toContain("A hollow point is 1 run, no interval.");
    expect(scalingEfficiency.describe(repeated)).toContain(
      "Both are in percent of the 100 % value, whose spread is not included.",
    );
  });

  it("are not told where every figure is of one result", () => {
    const single = { ...repeated, points: repeated.points.map((point) => ({ ...point, spread: one })) };
    expect(drawn(raidScalingOption(single, THEMES.light, view).series)).toEqual([]);
    expect(raidScaling.table(single).columns).toHaveLength(8);
  });
});

describe("efficiencyOption", () => {
  it("has a line for each level with two points, and the ideal at 100 %", () => {
    const option = efficiencyOption(data, THEMES.dark, view);
    expect(option.series.map(({ name, data: points }) => [name, points])).toEqual([
      [
        "RAID 10",
        [
          [4, 100],
          [8, 90],
        ],
      ],
    ]);
    expect(texts(drawSvg(option, view.width, view.height))).toContain("ideal, 100 %");
    expect(scalingEfficiency.describe(data)).toBe("RAID 10 keeps 90 % of linear growth from 4 drives with 8 drives.");
  });
});
