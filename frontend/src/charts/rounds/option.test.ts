import { describe, expect, it } from "vitest";
import type { ChartOption } from "../definition";
import { drawSvg } from "../runtime";
import { ROUNDS_SAMPLE as data } from "../samples";
import { THEMES } from "../theme";
import { rounds } from "./definition";
import { FIT_NAME, RANGE_NAME, ROUNDS_NAME, type RoundsData, roundsOption, ruleText, windowFigures } from "./option";

const VIEW = { width: 700, height: 340, interactive: true };
const option = (input: RoundsData = data): ChartOption => roundsOption(input, THEMES.light, VIEW);
const named = (name: string, input?: RoundsData) => option(input).series.filter((series) => series.name === name);

describe("windowFigures", () => {
  it("lays the allowed range around the rounds of the window, as high as 20 % of the average", () => {
    expect(windowFigures(data)).toMatchObject({ average: 40_000, allowed: [36_000, 44_000] });
  });

  it("fits the least squares line over the window", () => {
    const rising = windowFigures({ ...data, rounds: [1, 1, 1, 10, 12, 14, 16, 18] });
    expect(rising?.fit).toEqual([10, 18]);
    // Symmetric around the middle round: the fit is level although the end points are not the average.
    expect(windowFigures(data)?.fit).toEqual([40_000, 40_000]);
  });

  it("is unknown without a window and with a missing round in it", () => {
    expect(windowFigures({ ...data, window: null })).toBeNull();
    expect(windowFigures({ ...data, rounds: [1, 2, 3, 4, null, 6, 7, 8] })).toBeNull();
  });
});

describe("roundsOption", () => {
  it("draws all rounds, and a missing one as a gap", () => {
    const [series] = named(ROUNDS_NAME, { ...data, rounds: [5, null, 7], window: null });
    expect(series?.data).toEqual([
      [1, 5],
      [2, "-"],
      [3, 7],
    ]);
  });

  it("draws the allowed range and the fit over the window only", () => {
    expect(named(RANGE_NAME).map((series) => series.data)).toEqual([
      [
        [3.6, 44_000],
        [8.4, 44_000],
      ],
      [
        [3.6, 36_000],
        [8.4, 36_000],
      ],
    ]);
    expect(named(FIT_NAME)[0]?.data).toEqual([
      [3.6, 40_000],
      [8.4, 40_000],
    ]);
    expect(named(RANGE_NAME, { ...data, window: null })).toEqual([]);
  });

  it("states range and slope with their limits", () => {
    expect(ruleText(data)).toBe("Range 10.0 % (limit 20 %), slope 0 % (limit 10 %)");
    expect(ruleText({ ...data, range_percent: null })).toBe("No measurement window yet");
    // More digits where three would print a figure like its limit.
    expect(ruleText({ ...data, range_percent: 20.04, slope_percent: 10.04 })).toBe(
      "Range 20.04 % (limit 20 %), slope 10.04 % (limit 10 %)",
    );
    expect(ruleText({ ...data, range_percent: 19.9996, slope_percent: 10 })).toBe(
      "Range 19.9996 % (limit 20 %), slope 10.0 % (limit 10 %)",
    );
    expect(drawSvg(option(), VIEW.width, VIEW.height)).toContain("Range 10.0 % (limit 20 %)");
  });

  it("numbers the rounds and nothing between them", () => {
    const drawing = drawSvg(option(), VIEW.width, VIEW.height);
    expect(drawing).toContain(">8</text>");
    expect(drawing).not.toContain(">0.5</text>");
  });
});

describe("the words and numbers beside it", () => {
  it("say that the axis does not begin at zero, and which rounds count", () => {
    expect(rounds.describe(data)).toBe("Steady, rounds 4 to 8. The vertical axis does not start at zero.");
    expect(rounds.table(data).rows.map(([, , place]) => place)).toEqual([
      ...Array(3).fill("outside"),
      ...Array(5).fill("inside"),
    ]);
  });

  it("have a legend entry for what is drawn", () => {
    expect(rounds.legend(data, THEMES.light)).toHaveLength(3);
    expect(rounds.legend({ ...data, window: null }, THEMES.light)).toHaveLength(1);
  });
});
