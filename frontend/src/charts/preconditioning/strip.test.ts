/** The names above the panels. */
import { expect, test } from "vitest";
import { fitName } from "./strip";

const NAMES = ["Fill", "Precondition", "Read QD1", "Read QD2"];

test.each([
  ["Read QD1", 100, "Read QD1"],
  ["Read QD1", 36, "QD1"],
  ["Read QD1", 8, ""],
  ["Precondition", 60, "Precondi\u2026"],
])("of %j there fits in %d px %j", (name, room, fitted) => {
  expect(fitName(name, NAMES, room)).toBe(fitted);
});

test("an end that several names have tells none of them apart", () => {
  const names = ["PTS IOPS 16KB 65 % read", "PTS IOPS 8KB 65 % read", "PTS IOPS 8KB 0 % read"];
  expect(fitName("PTS IOPS 16KB 65 % read", names, 60)).toBe("PTS IOPS\u2026");
});
