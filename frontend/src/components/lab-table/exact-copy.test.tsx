/** Text that is copied from a table. */
import { expect, test } from "vitest";
import { exactSelection } from "./exact-copy";

const place = (html: string) => {
  document.body.innerHTML = html;
  const range = document.createRange();
  return { range, one: (selector: string) => document.querySelector(selector) as Element };
};

const TABLE = `<table><tbody>
  <tr><td><a>r-1</a></td><td><span data-exact="231,456">231k</span></td></tr>
  <tr><td>r-2</td><td><span data-exact="">–</span></td></tr></tbody></table>`;

test("rows are copied with exact values, one line each", () => {
  const { range, one } = place(TABLE);
  range.selectNodeContents(one("tbody"));
  expect(exactSelection(range)).toBe("r-1\t231,456\nr-2\t");
});

test("a single short value is copied exactly", () => {
  const { range, one } = place(TABLE);
  range.selectNodeContents(one("[data-exact]").firstChild as Node);
  expect(exactSelection(range)).toBe("231,456");
});

test("text without short values is left to the browser", () => {
  const { range, one } = place(TABLE);
  range.selectNodeContents(one("a"));
  expect(exactSelection(range)).toBeNull();
});
