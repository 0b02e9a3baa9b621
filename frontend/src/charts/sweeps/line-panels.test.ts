import { describe, expect, it } from "vitest";
import { blockPanels } from "../block-size/panels";
import { curvesFor, type SampleRow, sweepSource } from "../samples-sweeps";
import { THEMES } from "../theme";
import { type LinePanels, linePanelsOption } from "./line-panels";

const WIDE = { width: 1100, height: 320, interactive: true };
const panelsOf = (rows: readonly SampleRow[]): LinePanels => {
  const curves = curvesFor(sweepSource(rows), "block-size").map((curve) => ({
    ...curve,
    look: { ...curve.look, single: false },
  }));
  return { panels: blockPanels({ curves }), curves, columns: 1 };
};
const option = (rows: readonly SampleRow[]) => linePanelsOption(panelsOf(rows), THEMES.light, WIDE);
const rows: SampleRow[] = [
  { block_bytes: 4096, iops: 100_000 },
  { block_bytes: 8192, iops: 300_000, value_kind: "upper_bound" },
  { block_bytes: 16_384, iops: 200_000, phase_state: "cancelled" },
];

describe("figures that are not exact", () => {
  it("are points in an open ring, and the others are not", () => {
    const [line] = option(rows).series as { data: unknown[] }[];
    const ring = { symbol: "circle", symbolSize: 11 };
    const itemStyle = { color: THEMES.light.background };
    expect(line?.data).toEqual([
      [0, 100_000],
      { ...ring, value: [1, 300_000], itemStyle: expect.objectContaining(itemStyle) },
      { ...ring, value: [2, 200_000], itemStyle: expect.objectContaining(itemStyle) },
    ]);
  });

  it("are written as what they are at the pointer", () => {
    const { formatter } = option(rows).tooltip;
    if (typeof formatter !== "function") throw new Error("the tooltip has no formatter");
    // ECharts passes more than the formatter reads.
    const at = (x: number) => [{ axisIndex: 0, data: [x, 1] }] as unknown as Parameters<typeof formatter>[0];
    const texts = [0, 1, 2].map((x) => String(formatter(at(x), "")).replaceAll("&nbsp;", " "));
    expect(texts[0]).toContain("IOPS 100k");
    expect(texts[1]).toContain("IOPS ≤ 300k");
    expect(texts[2]).toContain("IOPS 200k (incomplete)");
  });
});
