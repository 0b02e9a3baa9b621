/** One state for a job and its run. */
import { expect, test } from "vitest";
import { messages, word } from "@/messages";
import { aJob } from "@/testing/objects";
import { shownJobState } from "./shown-state";

test.each([
  ["queued", { waiting: 1 }, "waiting"],
  ["running", { preparing: 1 }, "preparing"],
  ["running", { collecting: 1 }, "collecting"],
  ["failed", { lost: 1 }, "lost"],
  ["cancelling", { running: 1 }, "cancelling"],
  ["running", { waiting: 2, running: 1 }, "running"],
  ["running", { waiting: 2 }, "running"],
  ["queued", {}, "queued"],
] as const)("a job that is %s with runs %o is shown as %s", (state, run_counts, shown) => {
  expect(shownJobState(aJob({ state, run_counts }))).toBe(shown);
});

test("a job that waits, its run and the attempt at it have one word", () => {
  const words = ["queued", "waiting"].map((state) => word(messages.states, state));
  expect(new Set(words)).toEqual(new Set(["queued"]));
  expect(new Set(["preparing", "leased", "prepared", "starting"].map((state) => word(messages.states, state)))).toEqual(
    new Set(["preparing"]),
  );
  expect(word(messages.states, "succeeded")).toBe(word(messages.states, "finished"));
});
