import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { curvesFor, SWEEP_SAMPLES, stepRows, sweepSource } from "../samples-sweeps";
import { THEMES } from "../theme";
import { threadQueue } from "./definition";
import { matrixOf, outlinedLoads, sharedLoads, type ThreadQueueData, threadQueueOption } from "./option";

const data = SWEEP_SAMPLES["thread-queue"] as ThreadQueueData;
const draw = (input: ThreadQueueData, width = 1100) => {
  const height = threadQueue.height(input, width);
  return drawSvg(threadQueueOption(input, THEMES.light, { width, height, interactive: true }), width, height);
};

describe("the matrix", () => {
  it.each([360, 1100])("has threads upwards and depths to the right, each cell with its value, at %d px", (width) => {
    const texts = [...draw(data, width).matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
    for (const text of ["2.02k", "2.16k", "16.2k", "2", "16"]) expect(texts).toContain(text);
    const { threads, queueDepths, cells } = matrixOf(data);
    expect([threads, queueDepths]).toEqual([
      [2, 4, 8, 16],
      [2, 4, 8, 16],
    ]);
    expect(cells[3]?.[0]).toMatchObject({ threads: 16, queueDepth: 2, value: 16_020, kind: "exact" });
  });

  it("outlines every second diagonal of equal outstanding I/O", () => {
    const matrix = matrixOf(data);
    expect(sharedLoads(matrix)).toEqual([8, 16, 32, 64, 128]);
    expect(outlinedLoads(matrix)).toEqual([8, 32, 128]);
    // Two cells of 8, four of 32, two of 128.
    expect(draw(data).match(new RegExp(`stroke="${THEMES.light.text}"`, "gi"))).toHaveLength(8);
    expect(threadQueue.describe(data)).toBe(
      "IOPS ranges from 2.02k IOPS at 2T/2Q, 4 outstanding to 16.2k IOPS at 16T/16Q, 256 outstanding. " +
        "Stronger colours are higher values, from 2.02k IOPS to 16.2k IOPS. Cells with equal outstanding I/O form " +
        "a diagonal. The diagonal of 8, 32, 128 is outlined, and 16, 64 lie between.",
    );
  });

  it("leaves cells empty that were not measured", () => {
    const [curve] = curvesFor(sweepSource(stepRows().slice(1)), "thread-queue");
    if (!curve) throw new Error("no curve");
    const gap = { ...data, curve };
    expect(threadQueue.describe(gap)).toContain("1 of 16 cells was not measured and is empty.");
    expect(threadQueue.table(gap).rows[0]).toEqual([2, 2, 4, null, null]);
    expect(threadQueue.table(gap).rows[1]).toEqual([2, 4, 8, 2040, "exact"]);
  });

  it("does not fail where the metric is unknown", () => {
    const none: ThreadQueueData = { ...data, metric: "latency_p99_ns" };
    expect(draw(none)).toContain("<svg");
    expect(threadQueue.describe(none)).toBe("No p99 latency values.");
  });
});
