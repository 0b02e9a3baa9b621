/** Rows below the heads of their groups. */
import { expect, test } from "vitest";
import { listItems } from "./items";

const ROWS = ["a1", "b1", "a2"].map((id) => ({ id, original: { id } }));
const GROUPING = { of: ({ id }: { id: string }) => ({ key: id.slice(0, 1), title: `Group ${id.slice(0, 1)}` }) };

const listed = (folded: string[]) =>
  listItems(ROWS, GROUPING, new Set(folded)).map((item) => (item.kind === "group" ? item.title : item.key));

test("groups stand in the order of their first rows", () => {
  expect(listed([])).toEqual(["Group a", "a1", "a2", "Group b", "b1"]);
});

test("rows of a folded group are left out, and its head still knows them", () => {
  expect(listed(["a"])).toEqual(["Group a", "Group b", "b1"]);
  expect(listItems(ROWS, GROUPING, new Set(["a"]))[0]).toMatchObject({
    isOpen: false,
    rows: [{ id: "a1" }, { id: "a2" }],
  });
});
