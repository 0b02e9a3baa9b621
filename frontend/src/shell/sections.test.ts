/** Section of an address. */
import { expect, test } from "vitest";
import { SECTION_GROUPS, SECTION_PAGES, sectionAt } from "./sections";

test.each([
  ["/", "home"],
  ["/runs", "runs"],
  ["/runs/r-7/curves", "runs"],
  ["/findings/matrix", "runs"],
  ["/runsheet", null],
  ["/jobs", "queue"],
  ["/jobs/j-4", "queue"],
  ["/new", "newRun"],
  ["/jobs/new", "queue"],
  ["/servers/controllers", "servers"],
  ["/inventory/x", "servers"],
  ["/drives/d-2", "drives"],
  ["/arrays", "arrays"],
  ["/servers/models", "servers"],
  ["/configurations/c-1", "configurations"],
  ["/dashboards/b-1", "dashboards"],
  ["/settings/users", "settings"],
  ["/help", null],
])("%s belongs to %s", (path, section) => {
  expect(sectionAt(path)).toBe(section);
});

test("every section with a page is listed once", () => {
  const listed = SECTION_GROUPS.flatMap(({ sections }) => sections);
  expect([...listed].sort()).toEqual(Object.keys(SECTION_PAGES).sort());
});
