import { expect, test } from "vitest";
import { firstLayout } from "./first-layout";

const single = {
  workloads: ["4K read"],
  hasDepths: false,
  sweeps: [],
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

test("another sweep than of depths comes first, one axis in two metrics or two axes", () => {
  const blocks = { axis: "block_size", metrics: ["iops", "throughput_bytes_per_s"] } as const;
  const shares = { axis: "write_share", metrics: ["iops", "latency_p99_ns"] } as const;
  const load = { axis: "load", metrics: ["iops"] } as const;
  const swept = (data: Partial<Parameters<typeof firstLayout>[0]>) =>
    firstLayout({ ...single, ...data })
      .filter(({ chart }) => chart === "sweep")
      .map(({ axis, metric, y }) => [axis, metric, y]);
  expect(swept({ sweeps: [blocks] })).toEqual([
    ["block_size", "iops", 0],
    ["block_size", "throughput_bytes_per_s", 0],
  ]);
  expect(swept({ sweeps: [blocks, shares, load] })).toEqual([
    ["block_size", "iops", 0],
    ["write_share", "iops", 0],
  ]);
  expect(swept({ sweeps: [load], hasDepths: true })).toEqual([]);
  expect(swept({ sweeps: [blocks], hasDepths: true }).map(([, , y]) => y)).toEqual([9, 9]);
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
