import { expect, test } from "vitest";
import { styleOf, THEMES } from "../theme";
import { repeatLooks } from "./looks";

test.each([
  [0, true],
  [1, true],
  [2, false],
  [13, false],
])("repeats of entry %i differ in colour or dash", (order, baseline) => {
  const looks = repeatLooks({ order, baseline }, 4).map((look) => styleOf(THEMES.light, look));
  expect(new Set(looks.map(({ colour }) => colour)).size).toBe(1);
  expect(new Set(looks.map(({ dash }) => dash.join(" "))).size).toBe(4);
});
