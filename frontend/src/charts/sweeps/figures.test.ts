import { describe, expect, it } from "vitest";
import { type SampleRow, stepRows, surfaceRows, sweepSource } from "../samples-sweeps";
import { chartsFor, type SweepKind } from "./charts-for";
import { readChoices, type SweepChoices } from "./choices";
import { type SectionsInput, sectionOf } from "./figures";

function section(rows: readonly SampleRow[], kind: SweepKind, more: Partial<SectionsInput> = {}) {
  const measurements = sweepSource(rows);
  const runs = [...new Set(measurements.source.run_number)].map((run) => ({
    number: String(run),
    name: `${run} named`,
  }));
  const chart = chartsFor(measurements).find((candidate) => candidate.kind === kind);
  if (!chart) throw new Error(`no ${kind}`);
  return sectionOf(chart, { measurements, runs, metric: "iops", choices: {}, ...more });
}

const two = [...surfaceRows("r-1"), ...surfaceRows("r-2", 2)];

describe("sectionOf", () => {
  it("draws the difference of exactly two runs before their surfaces, which share a scale", () => {
    const { figures } = section(two, "write-share");
    expect(figures.map(({ title }) => title)).toEqual([
      "Write share and depth: 8 KiB random, r-2 named against r-1 named",
      "Write share and depth: 8 KiB random, r-1 named",
      "Write share and depth: 8 KiB random, r-2 named",
    ]);
    expect(figures.slice(1).map(({ data }) => "limits" in data && data.limits)).toEqual(Array(2).fill([500, 128_000]));
    expect(section(surfaceRows(), "write-share").figures).toHaveLength(1);
    expect(section([...two, ...surfaceRows("r-3")], "write-share").figures).toHaveLength(3);
  });

  it("measures by the baseline", () => {
    const titles = ["r-1", "r-2"].map((baseline) => section(two, "write-share", { baseline }).figures[0]?.title);
    expect(titles).toEqual([
      "Write share and depth: 8 KiB random, r-2 named against r-1 named",
      "Write share and depth: 8 KiB random, r-1 named against r-2 named",
    ]);
  });

  it("cuts a slice at the chosen depth, or in the middle", () => {
    const at = (choices: SweepChoices) => {
      const { choices: offered, figures } = section(two, "share-slice", { choices });
      const [figure] = figures;
      if (figure?.chart !== "write-share-slice") throw new Error("no slice");
      return [offered[0]?.value, figure.data.curves.map(({ points }) => points.map(({ values }) => values.iops))];
    };
    expect(at({ depth: "16" })).toEqual([
      "16",
      [
        [16_000, 12_000, 8000],
        [32_000, 24_000, 16_000],
      ],
    ]);
    expect(at({})[0]).toBe("4");
    expect(at({ depth: "5" })[0]).toBe("4");
    expect(section(two, "share-slice").choices[0]?.options.map(({ value }) => value)).toEqual(["1", "4", "16", "64"]);
  });

  it("cuts a slice at the chosen share, or without writes", () => {
    const { choices, figures } = section(surfaceRows(), "depth-slice", { choices: { share: 50 } });
    expect(choices.map(({ name, value }) => [name, value])).toEqual([["share", "50"]]);
    const [figure] = figures;
    expect(
      figure?.chart === "write-share-slice" && figure.data.curves[0]?.points.map(({ values }) => values.iops),
    ).toEqual([750, 3000, 12_000, 48_000]);
    expect(section(surfaceRows(), "depth-slice").choices[0]?.value).toBe("0");
  });

  it("offers the workloads where a chart takes one", () => {
    const rows = [...stepRows(), ...stepRows().map((row) => ({ ...row, read_percent: 0 }))];
    const { choices, figures } = section(rows, "thread-queue", { choices: { workload: "4 KiB random write" } });
    expect(choices).toEqual([
      {
        name: "workload",
        value: "4 KiB random write",
        options: ["4 KiB random read", "4 KiB random write"].map((name) => ({ value: name, label: name })),
      },
    ]);
    expect(figures.map(({ title }) => title)).toEqual(["Threads and queue depth: 4 KiB random write"]);
    // Steps distinguish both.
    expect(section(rows, "load-steps").choices).toEqual([]);
  });

  it("says how many runs are left out where a comparison of more than twelve would be drawn", () => {
    const rows = Array.from({ length: 14 }, (_, run) => stepRows(`r-${run}`)).flat();
    const { figures, note } = section(rows, "load-steps");
    expect(figures[0]?.chart === "load-steps" && figures[0].data.curves).toHaveLength(12);
    expect(note).toBe("Showing the first 12 of 14 curves.");
  });

  it("gives the chart over outstanding I/O the rows of its workloads alone, under their names", () => {
    const rows = [...stepRows(), { block_bytes: 65_536, iops: 5 }];
    const { figures } = section(rows, "queue-depth");
    const [figure] = figures;
    const data = figure?.chart === "queue-depth" ? figure.data : null;
    expect(data?.source.iops).toHaveLength(16);
    expect(new Set(data?.source.workload)).toEqual(new Set(["4 KiB random read"]));
    expect(data?.latencyMetric).toBe("latency_p99_ns");
    expect(data?.runs).toBeUndefined();
  });
});

describe("readChoices", () => {
  it("drops what is not understood", () => {
    expect(readChoices({ depth: 16, share: 50, workload: "8 KiB" })).toEqual({
      depth: "16",
      share: 50,
      workload: "8 KiB",
    });
    expect(readChoices({ depth: "4T/4Q", share: 101, workload: 7 })).toEqual({ depth: "4T/4Q" });
    expect(readChoices({ depth: {}, share: "x" })).toEqual({});
    expect(readChoices({ arrangement: "apart" })).toEqual({ arrangement: "apart" });
    expect(readChoices({ arrangement: "sideways" })).toEqual({});
  });
});
