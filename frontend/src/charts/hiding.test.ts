import { expect, it } from "vitest";
import { hiddenAfter } from "./hiding";

const NAMES = ["a", "b", "c"];

it.each([
  ["hides", [], "b", false, ["b"]],
  ["shows again", ["a", "b"], "b", false, ["a"]],
  ["isolates", [], "b", true, ["a", "c"]],
  ["isolates what was hidden", ["b"], "b", true, ["a", "c"]],
  ["isolates another than before", ["a", "c"], "a", true, ["b", "c"]],
  ["shows all where one is alone already", ["a", "c"], "b", true, []],
] as const)("%s", (_, hidden, name, solo, after) => {
  expect(hiddenAfter(new Set(hidden), NAMES, name, solo)).toEqual(after);
});
