import { expect, it } from "vitest";
import { valueText } from "./units";

it("tells a share below the whole from the whole", () => {
  expect([99.95, 99.999996, 100, 250].map((value) => valueText("percent", value))).toEqual([
    "99.95 %",
    "> 99.99999 %",
    "100 %",
    "250 %",
  ]);
  expect(valueText("percent", null)).toBe("n/a");
});
