import { describe, expect, it } from "vitest";
import { fitText, plainText, textWidth } from "./parts";

describe("fitText", () => {
  it.each([
    ["Fill", 200, "Fill"],
    ["Fill, 128K sequential write", 60, "Fill…"],
    ["Precondition, 4K random write", 150, "Precondition, 4K…"],
    ["Preconditioning", 60, "Precondi…"],
    ["Round 1", 20, ""],
  ])("writes %j into %d px as %j", (text, room, fitted) => {
    expect(fitText(text, 11, room)).toBe(fitted);
    expect(textWidth(fitText(text, 11, room), 11)).toBeLessThanOrEqual(room);
  });

  it("counts wide letters as wide", () => {
    expect(textWidth("磁盘", 10)).toBeGreaterThan(textWidth("ab", 10));
  });
});

describe("plainText", () => {
  it("takes rich text its braces", () => {
    expect(plainText("{a|b}")).toBe("(a|b)");
  });

  it("keeps a number behind a name that is read from right to left", () => {
    expect(plainText("שרת 4")).toBe("שרת 4\u200e");
    expect(plainText("خادم")).toBe("خادم\u200e");
    expect(plainText("磁盘 RAID 5")).toBe("磁盘 RAID 5");
  });
});
