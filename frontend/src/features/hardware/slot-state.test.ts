/** Slots. */
import { expect, test } from "vitest";
import { slotState } from "./slot-state";

test("a slot is empty, occupied, or holds a drive that failed", () => {
  expect(slotState(null)).toBe("empty");
  expect(slotState({ drive_state: null, passed: null })).toBe("occupied");
  expect(slotState({ drive_state: "online", passed: true })).toBe("occupied");
  expect(slotState({ drive_state: "failed", passed: null })).toBe("failed");
  expect(slotState({ drive_state: "online", passed: false })).toBe("failed");
});
