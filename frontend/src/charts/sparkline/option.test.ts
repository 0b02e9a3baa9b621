import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { THEMES } from "../theme";
import { sparkline } from "./definition";
import { describeSparkline, SPARKLINE, type SparklineData, sparklineOption } from "./option";
import { sparklineSample } from "./sample";

const THEME = THEMES.light;
const data: SparklineData = {
  metric: "iops",
  t_ms: [2500, 7500, 12_500, 17_500],
  values: [30_000, null, 40_000, 35_000],
  step_ms: 5000,
};
type Drawn = { data: (number | null)[][]; connectNulls?: boolean };
const drawn = (input: SparklineData) => sparklineOption(input, THEME).series as Drawn[];

describe("the option", () => {
  it("draws the readings from zero over their own time, with a gap where one is missing", () => {
    const { xAxis, yAxis } = sparklineOption(data, THEME);
    expect(xAxis[0]).toMatchObject({ show: false, min: 2500, max: 17_500 });
    expect(yAxis[0]).toMatchObject({ show: false, min: 0, max: 40_000 });
    expect(drawn(data)[0]).toMatchObject({ connectNulls: false });
    expect(drawn(data)[0]?.data).toEqual([
      [2500, 30_000],
      [7500, null],
      [12_500, 40_000],
      [17_500, 35_000],
    ]);
  });

  it("marks the last reading that is known", () => {
    expect(drawn(data)[1]?.data).toEqual([[17_500, 35_000]]);
    expect(drawn({ ...data, values: [1, 2, 3, null] })[1]?.data).toEqual([[12_500, 3]]);
  });

  it("fits its box, in either theme", () => {
    for (const theme of Object.values(THEMES)) {
      const svg = drawSvg(sparklineOption(data, theme), SPARKLINE.width, SPARKLINE.height);
      expect(svg).toContain('width="120" height="28"');
      expect(svg).not.toContain("<text");
      expect(svg).toContain(theme.subject);
    }
  });

  it("draws nothing, and does not fail, without readings", () => {
    for (const values of [[], [null, null, null, null]]) {
      const empty = { ...data, t_ms: data.t_ms.slice(0, values.length), values };
      expect(drawSvg(sparklineOption(empty, THEME), 120, 28)).not.toMatch(/NaN|Infinity/);
      expect(drawn(empty)[1]?.data).toEqual([]);
      expect(describeSparkline(empty)).toBe("No reading of IOPS in the last minutes.");
    }
  });
});

it("says in words where the readings end and what they lie between", () => {
  expect(describeSparkline(data)).toBe("IOPS over 20 s: last 35.0k, between 30.0k and 40.0k.");
  expect(describeSparkline({ ...data, values: [1200, 1100, null, null] })).toContain("last 1.10k,");
});

it("has every interval in its table", () => {
  expect(sparkline.table(sparklineSample()).rows).toHaveLength(60);
  expect(sparkline.table(data).rows[1]).toEqual([7500, null]);
});
