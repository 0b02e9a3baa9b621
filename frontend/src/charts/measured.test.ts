import { describe, expect, it } from "vitest";
import type { ChartDefinition } from "./definition";
import { CHARTS } from "./definitions";
import { type MeasuredInput, measuredCharts } from "./measured";
import type { ParallelData } from "./parallel/option";
import { type SampleRow, surfaceRows, sweepSource } from "./samples-sweeps";

const offered = (rows: readonly SampleRow[], rest: Partial<MeasuredInput> = {}) => {
  const numbers = [...new Set(rows.map(({ run_number }) => String(run_number ?? "r-1")))];
  const runs = numbers.map((number, order) => ({ number, name: `${number} named`, order }));
  return measuredCharts({ measurements: sweepSource(rows), runs, metric: "iops", ...rest });
};
const keys = (rows: readonly SampleRow[], rest: Partial<MeasuredInput> = {}) =>
  offered(rows, rest).map(({ key }) => key);
const sizes = [4096, 8192, 65_536].map((block_bytes) => ({ block_bytes, iops: 1e9 / block_bytes }));

describe("measuredCharts", () => {
  it("offers what was varied, each chart under a kind of the registry", () => {
    expect(keys(surfaceRows())).toEqual(["write-share", "share-slice", "depth-slice"]);
    expect(keys(sizes)).toEqual(["block-size"]);
    for (const { chart } of [...offered(surfaceRows()), ...offered(sizes)]) expect(CHARTS.has(chart)).toBe(true);
  });

  it("offers nothing where nothing was varied, and no parallel coordinates of one run", () => {
    expect(keys([{ iops: 1000 }])).toEqual([]);
  });

  it("offers parallel coordinates of the runs that did the same work, by their names", () => {
    const rows = ["r-1", "r-2", "r-3"].map((run_number) => ({ run_number, iops: 1000, latency_mean_ns: 1e6 }));
    const [parallel, ...others] = offered([...rows, { run_number: "r-4", block_bytes: 8192, iops: 1 }]);
    expect(others).toEqual([]);
    expect(parallel).toMatchObject({ key: "parallel-1", chart: "parallel" });
    expect(parallel?.title).toBe("Parallel coordinates: 4 KiB random read, 1T/1Q");
    const data = parallel?.data as ParallelData | undefined;
    expect(data?.lines.map(({ name }) => name)).toEqual(["r-1 named", "r-2 named", "r-3 named"]);
  });

  it("has a map of each workload, where a page lets its reader choose one", () => {
    const rows = [4096, 8192].flatMap((block_bytes) => surfaceRows().map((row) => ({ ...row, block_bytes })));
    const maps = offered(rows).filter(({ chart }) => chart === "write-share");
    expect(maps.map(({ key }) => key)).toEqual(["write-share-w1", "write-share-w2"]);
    expect(new Set(maps.map(({ settings }) => settings.workload)).size).toBe(2);
    expect(new Set(maps.map(({ title }) => title)).size).toBe(2);
  });

  it("never has one key twice, and says which slice it is", () => {
    const rows = [...surfaceRows("r-1"), ...surfaceRows("r-2", 2)];
    const charts = offered(rows);
    expect(new Set(charts.map(({ key }) => key)).size).toBe(charts.length);
    expect(charts.map(({ key }) => key)).toContain("write-share-difference");
    expect(charts.find(({ key }) => key === "share-slice")?.settings).toHaveProperty("depth");
  });

  it("leaves out charts of a metric that nothing has a value of", () => {
    expect(keys(surfaceRows(), { metric: "latency_p99_ns" })).toEqual([]);
  });

  it("draws the same from JSON, in numbers and words", () => {
    for (const { chart, data } of [...offered(surfaceRows()), ...offered(sizes)]) {
      const { table, describe: describes } = CHARTS.get(chart) as ChartDefinition<unknown>;
      const again = JSON.parse(JSON.stringify(data));
      expect(table(again).rows).toEqual(table(data).rows);
      expect(describes(again)).toBe(describes(data));
      expect(
        table(again)
          .rows.flat()
          .some((cell) => typeof cell === "number"),
      ).toBe(true);
    }
  });
});
