import { describe, expect, it } from "vitest";
import { readElapsed, readMoment, writeElapsed } from "./elapsed";

describe("elapsed time", () => {
  it.each([
    ["1:02:03.5", 3_723_500],
    ["0:12:30", 750_000],
    ["12:30", 750_000],
    ["90", 90_000],
    ["7200", 7_200_000],
    [" 0:00:00,25 ", 250],
    ["100:00:00", 360_000_000],
  ])("reads %s", (text, expected) => expect(readElapsed(text)).toBe(expected));

  it.each(["", "soon", "1:90", "1:61:00", "-5", "1:2:3:4", "0:00:00.1234", "1e3"])("refuses %j", (text) =>
    expect(readElapsed(text)).toBeNull(),
  );

  it.each([0, 250, 59_999, 750_000, 3_723_500, 360_000_000])("writes %d so that it is read back", (moment) =>
    expect(readElapsed(writeElapsed(moment))).toBe(moment),
  );

  it.each([-1, -10_000, -3_600_500, 0, 250])("writes and reads %d ms before or after a moment", (moment) =>
    expect(readMoment(writeElapsed(moment))).toBe(moment),
  );

  it("writes no more decimals than there are", () => {
    expect(writeElapsed(750_000)).toBe("0:12:30");
    expect(writeElapsed(750_500)).toBe("0:12:30.5");
  });
});
