/** Moments in fields for local times. */
import { expect, test } from "vitest";
import { localFieldOf, momentOf } from "./local-time";

test("what is typed comes back as it was typed", () => {
  expect(localFieldOf(momentOf("2026-11-24T08:00"))).toBe("2026-11-24T08:00");
  expect(localFieldOf(momentOf("2026-07-24T23:30"))).toBe("2026-07-24T23:30");
});

test("an empty or half typed field is no moment", () => {
  expect(momentOf("")).toBeUndefined();
  expect(momentOf("2026-11-")).toBeUndefined();
  expect(localFieldOf(undefined)).toBe("");
});
