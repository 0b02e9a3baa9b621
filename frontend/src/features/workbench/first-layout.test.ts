import { expect, test } from "vitest";
import { firstLayout } from "./first-layout";

const single = {
  workloads: ["4K read"],
  hasDepths: false,
  hasCurves: false,
  hasLoads: false,
  hasTails: false,
  factors: null,
  metric: "iops",
  entryCount: 4,
} as const;
const shape = (data: Parameters<typeof firstLayout>[0]) =>
  firstLayout(data).map(({ chart, metric, x, y, w }) => [chart, metric, x, y, w]);

test("a sweep with curves begins with IOPS and p99 by depth", () => {
  const factors = ["array.level", "drives.count"] as const;
  expect(shape({ ...single, hasDepths: true, hasTails: true, hasCurves: true, factors })).toEqual([
    ["queue_depth", "iops", 0, 0, 6],
    ["queue_depth", "latency_p99_ns", 6, 0, 6],
    ["multiples", "iops", 0, 9, 8],
    ["percentiles", "latency_p99_ns", 8, 9, 4],
    ["bars", "iops", 0, 18, 5],
    ["heat_map", "iops", 5, 18, 4],
    ["scatter", "iops", 9, 18, 3],
  ]);
});

test("single figures are bars and a table first", () => {
  expect(shape(single)).toEqual([
    ["bars", "iops", 0, 0, 7],
    ["table", "iops", 7, 0, 5],
  ]);
});

test("every row is filled, whatever the data have", () => {
  const answers = [true, false];
  for (const hasDepths of answers)
    for (const hasCurves of answers)
      for (const hasLoads of answers)
        for (const factors of [null, ["a", "b"] as const])
          for (const entryCount of [1, 4, 12]) {
            const panels = firstLayout({ ...single, hasDepths, hasCurves, hasLoads, factors, entryCount });
            const widthAt = (row: number) => panels.reduce((sum, { y, w }) => (y === row ? sum + w : sum), 0);
            for (const { y } of panels) expect(widthAt(y)).toBe(12);
          }
});
