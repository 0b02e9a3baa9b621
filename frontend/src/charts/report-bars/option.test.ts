import { describe, expect, it } from "vitest";
import { REPORT_MATRIX_SAMPLE as data } from "../samples";
import { THEMES } from "../theme";
import { reportBars } from "./definition";
import { barsOption, columnStyle } from "./option";

const VIEW = { width: 700, height: 320, interactive: true };

describe("barsOption", () => {
  it("has a bar for each column of each row and none for what is unknown", () => {
    const { series, yAxis } = barsOption(data, THEMES.light, VIEW);
    expect(series.map(({ name, data: values }) => [name, values])).toEqual([
      ["100/0", [500, 7000, 41_000]],
      ["0/100", [400, "-", 9500]],
    ]);
    expect(yAxis[0]?.min).toBe(0);
  });

  it("colours columns in their order, as the legend shows them", () => {
    const legend = reportBars.legend(data, THEMES.dark);
    expect(legend.map(({ style }) => style.colour)).toEqual(
      [0, 1].map((index) => columnStyle(data, THEMES.dark, index).colour),
    );
    expect(new Set(legend.map(({ style }) => style.colour)).size).toBe(2);
  });
});
