/** The state of a run that people read. */
import { expect, test } from "vitest";
import { anAttempt } from "@/testing/attempt-objects";
import { aRun } from "@/testing/objects";
import { shownRunState } from "./shown-state";

test("a run whose attempt is asked to end is being cancelled, as its job is, until it has ended", () => {
  const live = anAttempt({ state: "running", cancel_mode: "after_phase" });
  expect(shownRunState(aRun({ state: "running", attempts: [live] }))).toBe("cancelling");
  expect(shownRunState(aRun({ state: "running", attempts: [{ ...live, cancel_mode: null }] }))).toBe("running");
  const ended = anAttempt({ state: "cancelled", cancel_mode: "now" });
  expect(shownRunState(aRun({ state: "cancelled", attempts: [ended] }))).toBe("cancelled");
});
