import { describe, expect, it } from "vitest";
import { enduranceBar, isEndingTyped, safetyLook, serialEnding } from "./drive-safety";

it("locks only drives that cannot be chosen", () => {
  expect((["erasable", "readOnly", "busy", "locked"] as const).map((safety) => safetyLook(safety).isLocked)).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

it.each([
  [6, { length: 6, isHigh: false }],
  [80, { length: 80, isHigh: false }],
  [84, { length: 84, isHigh: true }],
  [255, { length: 100, isHigh: true }],
  [-1, { length: 0, isHigh: false }],
])("draws %d percent of the endurance as %j", (used, bar) => expect(enduranceBar(used)).toEqual(bar));

describe("the end of a serial", () => {
  it("is its last four characters, or all of a shorter one", () => {
    expect(serialEnding("S64GNE0R904471")).toBe("4471");
    expect(serialEnding(" A7 ")).toBe("A7");
    expect(serialEnding("S64GNE0R904471", 6)).toBe("904471");
    expect([serialEnding(null), serialEnding("  ")]).toEqual([null, null]);
  });

  it("is typed to the letter, in small letters too", () => {
    expect(isEndingTyped(" 90ab ", "PHAX0090AB")).toBe(true);
    for (const typed of ["", "90A", "0090AB", "90AC"]) expect(isEndingTyped(typed, "PHAX0090AB"), typed).toBe(false);
  });

  it("is never typed of a drive without a serial", () => {
    expect(isEndingTyped("", null)).toBe(false);
    expect(isEndingTyped("", "")).toBe(false);
  });
});
