import { expect, test } from "vitest";
import { rangeAs, shiftedRange } from "./range";

const SHOWN = "2026-11-24T10:00:00.000Z";

test("the arrows go half of what is shown", () => {
  expect(shiftedRange({}, SHOWN, "later")).toEqual({ range: undefined, from: "2026-11-24T22:00:00.000Z" });
  expect(shiftedRange({ range: "7d" }, SHOWN, "earlier")).toEqual({ range: "7d", from: "2026-11-20T22:00:00.000Z" });
});

test("another length starts at the same time, and a day needs no name", () => {
  expect(rangeAs({ from: SHOWN, range: "3d" }, "24h")).toEqual({ range: undefined, from: SHOWN });
  expect(rangeAs({}, "3d")).toEqual({ range: "3d", from: undefined });
});
