// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import type { WorkbenchSearch } from "./address";
import { useWorkbench } from "./use-workbench";

const SEARCH: WorkbenchSearch = { runs: "r-1,r-2", hidden: "r-2", panels: "p1.over-time.iops.0-0-6-9" };
const go = () => undefined;

test("looking nearer leaves entries and panels the same objects", () => {
  const { result, rerender } = renderHook(({ search }) => useWorkbench(search, go).workbench, {
    initialProps: { search: SEARCH },
  });
  const before = result.current;
  rerender({ search: { ...SEARCH, range: "1000-2000" } });
  const after = result.current;

  expect(after.range).toEqual({ from: 1000, to: 2000 });
  expect(
    [after.entries, after.hidden, after.panels].map(
      (part, place) => part === [before.entries, before.hidden, before.panels][place],
    ),
  ).toEqual([true, true, true]);

  rerender({ search: { ...SEARCH, panels: "p1.over-time.iops.0-0-12-9" } });
  expect(result.current.panels?.[0]?.w).toBe(12);
  expect(result.current.entries).toBe(before.entries);
});
