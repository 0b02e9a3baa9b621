import { describe, expect, it } from "vitest";
import { clockOf, shortAge, shortMoment, shortSpan, weekdayOf } from "./short-times";
import { NO_VALUE } from "./short-values";

const plain = (text: string) => text.replaceAll("\u00a0", " ");
const NOW = new Date(2026, 10, 24, 13, 33);

describe("a span", () => {
  it.each([
    [0, "0 s"],
    [52, "52 s"],
    [59.7, "1 min"],
    [38 * 60, "38 min"],
    [59.6 * 60, "1 h"],
    [4 * 3600 + 12 * 60, "4 h 12 min"],
    [3 * 3600 + 9 * 60, "3 h 09 min"],
    [11 * 3600, "11 h"],
    [24 * 3600 - 10, "1 d"],
    [46 * 3600, "1 d 22 h"],
    [3 * 86_400 + 7000, "3 d"],
    [9.6 * 86_400, "10 d"],
  ])("of %d s is %s", (seconds, text) => {
    expect(plain(shortSpan(seconds))).toBe(text);
  });

  it("breaks between its units only", () => {
    expect(shortSpan(4 * 3600 + 12 * 60)).toBe("4\u00a0h 12\u00a0min");
  });

  it.each([null, undefined, Number.NaN, -1])("that is %s has no text", (seconds) => {
    expect(shortSpan(seconds)).toBe(NO_VALUE);
  });
});

describe("a moment", () => {
  it.each([
    [new Date(2026, 10, 24, 4, 7), "04:07"],
    [new Date(2026, 10, 25, 0, 1), "Wed 25"],
    [new Date(2026, 10, 18, 23, 59), "Wed 18"],
    [new Date(2026, 10, 12, 12), "12 Nov"],
    [new Date(2025, 10, 24, 13, 33), "24 Nov 2025"],
  ])("%s is short", (at, text) => {
    expect(plain(shortMoment(at, NOW))).toBe(text);
  });

  it("has its time of day and its weekday", () => {
    expect(clockOf(NOW)).toBe("13:33");
    expect(plain(weekdayOf(NOW))).toBe("Tue 24");
  });
});

it.each([
  [20, "20 s"],
  [5 * 60, "5 min"],
  [2.9 * 3600, "2 h"],
  [47 * 3600, "1 d"],
  [-60, "0 s"],
])("the age of %d s is %s", (seconds, text) => {
  expect(plain(shortAge(new Date(NOW.getTime() - seconds * 1000), NOW))).toBe(text);
});
