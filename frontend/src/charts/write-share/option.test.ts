import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { curvesFor, type SampleRow, surfaceRows, sweepSource } from "../samples-sweeps";
import { THEMES } from "../theme";
import { writeShareMap } from "./definition";
import type { WriteShareData } from "./surface";

const of = (rows: readonly SampleRow[], more: Partial<WriteShareData> = {}): WriteShareData => ({
  metric: "iops",
  curves: curvesFor(sweepSource(rows), "write-share"),
  ...more,
});
const draw = (data: WriteShareData, width = 1100) => {
  const height = writeShareMap.height(data, width);
  return drawSvg(writeShareMap.option(data, THEMES.light, { width, height, interactive: true }), width, height);
};
const texts = (data: WriteShareData, width?: number) =>
  [...draw(data, width).matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

const one = of(surfaceRows());
/** The second run gives twice as much, but half as much at 64 outstanding; the pair is drawn as the second by the first. */
const faster = surfaceRows("r-2", 2).map((row) =>
  row.queue_depth === 64 ? { ...row, iops: Number(row.iops) / 4 } : row,
);
const { values, differences } = THEMES.light.ramps;
const pair = (second: readonly SampleRow[] = faster) => of([...second, ...surfaceRows("r-1")]);

describe("the surface", () => {
  it.each([360, 1100])("writes every value into its cell at a width of %d", (width) => {
    const drawnTexts = texts(one, width);
    for (const text of ["1k", "750", "500", "64k", "48k", "32k", "0", "50", "100", "16"])
      expect(drawnTexts).toContain(text);
  });

  it("has pale cells for the least and strong ones for the most, by logarithms over more than a power of ten", () => {
    const fills = [...draw(one).matchAll(/<path [^>]*fill="(#[0-9A-F]{6})"/g)].map(([, fill]) => fill);
    expect(fills).toHaveLength(12);
    expect(fills).toContain(values[0]);
    expect(fills).toContain(values.at(-1));
    expect(writeShareMap.describe(one)).toBe(
      "IOPS ranges from 500 IOPS at 100 % writes and 1 outstanding to 64.0k IOPS at 0 % writes and 64 outstanding. " +
        "Stronger colours are higher values, from 500 IOPS to 64.0k IOPS, on a logarithmic scale.",
    );
  });

  it("takes the scale it shares with other charts", () => {
    expect(writeShareMap.describe({ ...one, limits: [500, 128_000] })).toContain(
      "to 128k IOPS, on a logarithmic scale.",
    );
    expect(draw({ ...one, limits: [500, 128_000] })).not.toContain(values.at(-1));
  });

  it("leaves cells empty that were not measured, and says so", () => {
    const gap = of(surfaceRows().filter((_, index) => index !== 5));
    expect(texts(gap)).not.toContain("3k");
    expect(writeShareMap.describe(gap)).toContain("1 of 12 cells was not measured and is empty.");
    expect(writeShareMap.table(gap).rows).toContainEqual([50, "4", null, null]);
    expect(writeShareMap.table(gap).rows).toHaveLength(12);
  });

  it("writes no values into more cells than can be read", () => {
    const shares = Array.from({ length: 41 }, (_, index) => 2.5 * index);
    const rows = shares.flatMap((share) =>
      surfaceRows()
        .slice(0, 4)
        .map((row) => ({ ...row, read_percent: 100 - share, iops: 777 })),
    );
    expect(texts(of(rows))).not.toContain("777");
  });

  it("names threads where several loads have as many outstanding", () => {
    const rows = [...surfaceRows(), { ...surfaceRows()[0], threads: 4, queue_depth: 1, iops: 5 }];
    expect(texts(of(rows))).toEqual(expect.arrayContaining(["1T/4Q", "4T/1Q"]));
  });
});

describe("the difference of two", () => {
  it("is in percent of the second, blue where it is better and orange where it is worse", () => {
    expect(texts(pair())).toEqual(expect.arrayContaining(["+100", "−50"]));
    expect(texts(pair())).not.toContain("1k");
    const svg = draw(pair());
    expect(svg).toContain(differences[0]);
    // Half of the strongest difference is half of the way from none to the worst.
    expect(svg).toContain(differences[3]);
    expect(draw(pair(surfaceRows("r-2")))).toContain(differences[2]);
    expect(writeShareMap.describe(pair())).toBe(
      "r-2 named against r-1 named, in percent of r-1 named: from −50 % at 0 % writes and 64 outstanding, " +
        "to +100 % at 0 % writes and 1 outstanding. Blue: r-2 named is better. Orange: r-2 named is " +
        "worse. Full colour from ±100 %.",
    );
  });

  it("keeps its colours where one cell gains many times as much", () => {
    const [first, ...others] = faster;
    const much = pair([{ ...first, iops: 50_000 }, ...others]);
    expect(writeShareMap.describe(much)).toContain("to +4,900 % at 0 % writes and 1 outstanding");
    expect(writeShareMap.describe(much)).toContain("Full colour from ±100 %");
    expect(draw(much)).toContain(differences[3]);
    const narrow = texts(much, 190);
    expect(narrow).toContain("+4.9k");
  });

  it("is empty where one of the two was not measured, and keeps the other's value in the table", () => {
    const gap = pair(faster.slice(1));
    expect(writeShareMap.describe(gap)).toContain("1 of 12 cells was not measured");
    expect(writeShareMap.table(gap).rows[0]).toEqual([0, "1", null, 1000, null, "exact"]);
    expect(writeShareMap.table(gap).rows[1]).toEqual([0, "4", 8000, 4000, 100, "exact"]);
  });

  it("is not made of bounds, nor of nothing", () => {
    const bounds = pair(faster.map((row) => ({ ...row, value_kind: "lower_bound" })));
    expect(writeShareMap.describe(bounds)).toBe("No common load, so there is no difference.");
    expect(draw(bounds)).toContain("<svg");
    const cut = pair(faster.map((row) => ({ ...row, phase_state: "cancelled" })));
    expect(writeShareMap.describe(cut)).toBe("No common load, so there is no difference.");
    expect(writeShareMap.table(cut).rows[0]?.at(-1)).toBe("incomplete");
    expect(writeShareMap.describe(pair(surfaceRows("r-2", 0)))).toContain("−100 %");
  });
});

it("draws nothing, and does not fail, without measurements", () => {
  const empty: WriteShareData = { metric: "iops", curves: [] };
  expect(draw(empty)).toContain("<svg");
  expect(writeShareMap.describe(empty)).toBe("No IOPS values.");
});
