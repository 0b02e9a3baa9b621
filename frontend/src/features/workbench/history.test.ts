import { expect, test } from "vitest";
import { begin, type History, record, redone, undone } from "./history";

const letter = (state: string) => state.slice(0, 1);
const after = (...states: string[]): History<string> =>
  states.slice(1).reduce((history, state) => record(history, state, letter), begin(states[0] ?? ""));

test("a change can be undone and redone", () => {
  const changed = after("a", "b", "c");
  expect([undone(changed), redone(changed)]).toEqual(["b", null]);
  const back = record(changed, "b", letter);
  expect([undone(back), redone(back)]).toEqual(["a", "c"]);
  expect(record(back, "c", letter)).toEqual(changed);
});

test("a new change forgets what was undone", () => {
  expect(after("a", "b", "a", "d")).toEqual({ past: ["a"], present: "d", future: [] });
});

test("a change that is no step replaces the present", () => {
  expect(after("a", "b", "b2")).toEqual({ past: ["a"], present: "b2", future: [] });
});
