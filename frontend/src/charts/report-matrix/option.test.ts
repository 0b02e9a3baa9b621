import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { REPORT_MATRIX_SAMPLE as data } from "../samples";
import { THEMES } from "../theme";
import { reportMatrix } from "./definition";
import { matrixHeight, matrixOption, shareOf } from "./option";

describe("shareOf", () => {
  it("is by logarithms over more than a power of ten, and in the middle where all are alike", () => {
    const share = shareOf({ ...data, values: [[10, 1000]] });
    expect([10, 100, 1000].map(share)).toEqual([0, 0.5, 1]);
    expect(shareOf({ ...data, values: [[10, 20]] })(15)).toBe(0.5);
    expect(shareOf({ ...data, values: [[7, 7]] })(7)).toBe(0.5);
  });
});

describe("matrixOption", () => {
  it.each([360, 1100])("writes every value into its cell at a width of %d", (width) => {
    const view = { width, height: matrixHeight(data), interactive: true };
    const drawn = drawSvg(matrixOption(data, THEMES.light, view), width, view.height);
    for (const text of ["500", "400", "7k", "n/a", "41k", "9.5k", "1024 KiB", "0/100"]) {
      expect(drawn).toContain(`>${text}</text>`);
    }
  });
});

describe("the words and numbers beside it", () => {
  it("name the ends and give every cell", () => {
    expect(reportMatrix.describe(data)).toBe("IOPS ranges from 400 at 1024 KiB, 0/100 to 41.0k at 4 KiB, 100/0.");
    expect(reportMatrix.table(data).rows[1]).toEqual(["64 KiB", 7000, null]);
  });
});
