import { expect, test } from "vitest";
import type { Panel } from "@/charts/workbench/document";
import { aPanel } from "@/testing/dashboard-objects";
import { fitted, rowsIn, wallPages } from "./wall-pages";

const at = (id: string, y: number, h = 8, x = 0, w = 12) => aPanel({ id, x, y, w, h }) as Panel;
const ids = (pages: Panel[][]) => pages.map((page) => page.map(({ id }) => id).join(" "));

test("a page has three rows of panels, from its top", () => {
  const panels = [at("a", 0, 8, 0, 6), at("b", 0, 8, 6, 6), at("c", 8), at("d", 16), at("e", 24)];
  const pages = wallPages(panels);
  expect(ids(pages)).toEqual(["a b c d", "e"]);
  expect(pages[1]?.[0]?.y).toBe(0);
  expect(ids(wallPages(panels, 2))).toEqual(["a b c", "d e"]);
  expect(wallPages([])).toEqual([]);
});

test("a tall panel is on one page with those beside it", () => {
  const beside = [at("tall", 0, 16, 0, 6), at("b", 0, 8, 6, 6), at("c", 8, 8, 6, 6)];
  expect(ids(wallPages([...beside, at("d", 16), at("e", 24)]))).toEqual(["tall b c d", "e"]);
  const four = [0, 8, 16, 24].map((y) => at(`s${y}`, y, 8, 6, 6));
  expect(ids(wallPages([at("tall", 0, 32, 0, 6), ...four, at("last", 32)]))).toEqual(["tall s0 s8 s16 s24", "last"]);
});

test("a page is as high as the screen, without gaps", () => {
  const page = [at("a", 0), at("b", 8), at("c", 16)];
  expect(fitted(page, 28).map(({ y, h }) => [y, h])).toEqual([
    [0, 9],
    [9, 10],
    [19, 9],
  ]);
  expect(fitted([at("a", 0)], 28)[0]?.h).toBe(12);
  expect(fitted(page, 9)).toEqual(page);
  expect(rowsIn(3 * 24 + 2 * 10)).toBe(3);
});
