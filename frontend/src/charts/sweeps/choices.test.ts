/** Choices in the charts of sweeps that a page stores in its address. */
import { expect, it } from "vitest";
import { readChoices, withHidden } from "./choices";

it("reads which curves of which chart are hidden, and drops what it does not understand", () => {
  expect(readChoices({ hidden: { "depth-slice": ["A", 4, ""], other: [], wrong: "A" } }).hidden).toEqual({
    "depth-slice": ["A"],
  });
  for (const hidden of [undefined, null, "A", 3, [["A"]], {}, { other: [] }])
    expect(readChoices({ hidden }).hidden).toBeUndefined();
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, place) => [`chart ${place}`, ["x".repeat(201), "B"]]),
  );
  const read = readChoices({ hidden: many }).hidden ?? {};
  expect(Object.keys(read)).toHaveLength(200);
  expect(read["chart 0"]).toEqual(["B"]);
});

it("says nothing of a chart that draws all of its curves", () => {
  const one = withHidden(undefined, "a", ["A"]);
  expect(one).toEqual({ a: ["A"] });
  const two = withHidden(one, "b", ["B", "C"]);
  expect(two).toEqual({ a: ["A"], b: ["B", "C"] });
  expect(withHidden(two, "a", [])).toEqual({ b: ["B", "C"] });
  expect(withHidden(one, "a", [])).toBeUndefined();
});
