/** Differing lines of two texts. */
import { expect, test } from "vitest";
import { diffLines } from "./line-diff";

const written = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => ({ same: " ", removed: "-", added: "+" })[kind] + text);

test.each([
  ["a\nb\nc", "a\nx\nc", [" a", "-b", "+x", " c"]],
  ["a", "a", [" a"]],
  ["a\nb", "b\nc", ["-a", " b", "+c"]],
  ["a", "b\na\nd", ["+b", " a", "+d"]],
  ["a\nb\nc", "c", ["-a", "-b", " c"]],
])("%j becomes %j", (before, after, lines) => expect(written(before, after)).toEqual(lines));
