import { describe, expect, it } from "vitest";
import { curvesFor, type SampleRow, surfaceRows, sweepSource } from "../samples-sweeps";
import { THEMES } from "../theme";
import { writeShareMap } from "../write-share/definition";
import type { WriteShareData } from "../write-share/surface";
import { FIRST_CAMERA, turned } from "./camera";
import { describeSurface, roundTop, surfaceOption } from "./option";

const of = (rows: readonly SampleRow[], more: Partial<WriteShareData> = {}): WriteShareData => ({
  metric: "iops",
  curves: curvesFor(sweepSource(rows), "write-share"),
  ...more,
});
const option = (data: WriteShareData, theme = THEMES.light) =>
  surfaceOption(data, theme, { width: 1100, height: 480 }, FIRST_CAMERA);
const items = (data: WriteShareData) => option(data).series[0]?.data ?? [];
const values = (data: WriteShareData) => items(data).map(({ value }) => value[2]);

const one = of(surfaceRows());
const gap = of(surfaceRows().filter((_, index) => index !== 5));
const pair = of([...surfaceRows("r-2", 2), ...surfaceRows("r-1")]);

describe("the surface in three dimensions", () => {
  it("has the values of the map and no others, in its order", () => {
    const column = writeShareMap.table(one).rows.map((row) => row[2]);
    expect(values(one)).toEqual(column);
    expect(values(one)).toContain(64_000);
    expect(option(one).series[0]?.dataShape).toEqual([3, 4]);
    expect(values(of(surfaceRows(), { metric: "throughput_bytes_per_s" }))).toContain(64_000 * 8192);
  });

  it("stands by the logarithm of the depth and by the share of writes, with the depths written at the axis", () => {
    const { xAxis3D, yAxis3D } = option(one);
    expect(items(one).map(({ value }) => value.slice(0, 2))).toEqual(
      [0, 50, 100].flatMap((share) => [0, 2, 4, 6].map((place) => [place, share])),
    );
    expect([xAxis3D.min, xAxis3D.max, xAxis3D.interval]).toEqual([0, 6, 1]);
    expect([0, 4, 6].map(xAxis3D.axisLabel.formatter)).toEqual(["1", "16", "64"]);
    expect([yAxis3D.name, yAxis3D.min, yAxis3D.max]).toEqual(["Write share (%)", 0, 100]);
  });

  it("begins at zero and reaches as far as its scale, which several may share", () => {
    const { zAxis3D } = option(one);
    expect([zAxis3D.min, zAxis3D.max, zAxis3D.interval]).toEqual([0, 80_000, 20_000]);
    expect([0, 80_000].map(zAxis3D.axisLabel.formatter)).toEqual(["", "80k"]);
    expect(option({ ...one, limits: [500, 128_000] }).zAxis3D.max).toBe(150_000);
    const rate = option(of(surfaceRows(), { metric: "throughput_bytes_per_s" })).zAxis3D;
    expect(rate.name).toBe("Throughput (MB/s)");
    expect(rate.axisLabel.formatter(6e8)).toBe("600");
  });

  it("has the colours of the map", () => {
    const ramp = THEMES.light.ramps.values;
    const colours = items(one).map(({ itemStyle }) => itemStyle?.color);
    expect(colours[values(one).indexOf(500)]).toBe(ramp[0]);
    expect(colours[values(one).indexOf(64_000)]).toBe(ramp.at(-1));
    expect(option(one).series[0]?.shading).toBe("color");
  });

  it("is looked at without perspective, and does not move by itself", () => {
    const { viewControl } = option(one).grid3D;
    expect(viewControl).toMatchObject({ ...FIRST_CAMERA, projection: "orthographic", autoRotate: false, damping: 0 });
    expect(option(one).animation).toBe(false);
    expect(option(one).series[0]?.wireframe).toMatchObject({ show: true });
  });

  it("fits its room from every side", () => {
    const units = (width: number, height: number) =>
      Number(surfaceOption(one, THEMES.light, { width, height }, FIRST_CAMERA).grid3D.viewControl.orthographicSize);
    const widest = Math.hypot(110, 100);
    for (const [width, height] of [
      [1100, 480],
      [358, 360],
    ] as const) {
      const drawn = (widest * height) / units(width, height);
      expect(drawn).toBeLessThan(Math.min(width, height) - 2 * 36 + 1);
      expect(drawn).toBeGreaterThan(200);
    }
  });

  it("has short titles on a telephone", () => {
    const narrow = (data: WriteShareData) =>
      surfaceOption(data, THEMES.light, { width: 358, height: 360 }, FIRST_CAMERA);
    const { xAxis3D, yAxis3D, zAxis3D } = narrow(of(surfaceRows(), { metric: "throughput_bytes_per_s" }));
    expect([xAxis3D.name, yAxis3D.name, zAxis3D.name]).toEqual(["I/O", "Writes (%)", "MB/s"]);
    expect(xAxis3D.interval).toBe(2);
    expect(narrow(one).zAxis3D.name).toBe("IOPS");
  });

  it("follows the page's theme", () => {
    expect(option(one, THEMES.dark).backgroundColor).toBe(THEMES.dark.background);
    expect(option(one, THEMES.dark).grid3D.environment).toBe(THEMES.dark.background);
  });

  it("leaves gaps, and says which values are in the map alone", () => {
    expect(values(gap)[5]).toBe("-");
    expect(items(gap)[5]).not.toHaveProperty("itemStyle");
    // Four of the six faces have that corner; what is left are two faces with six corners between them.
    expect(describeSurface(gap)).toContain("so 5 values are missing. The map shows them.");
    expect(describeSurface(one)).toBe(
      "The corners of the grid are measured values. The faces only join them. " + "The vertical axis starts at zero.",
    );
  });

  it("shows the difference of two as the map does, below zero as well", () => {
    expect(values(pair)).toEqual(Array(12).fill(100));
    expect(option(pair).zAxis3D.name).toBe("IOPS, difference in percent");
    expect([option(pair).zAxis3D.min, option(pair).zAxis3D.max]).toEqual([0, 100]);
    const slower = of([...surfaceRows("r-2", 0.5), ...surfaceRows("r-1")]).curves;
    expect(option({ metric: "iops", curves: slower }).zAxis3D).toMatchObject({ min: -50, max: 50, interval: 10 });
  });

  it("does not lay loads with as many outstanding on one another", () => {
    const rows = [...surfaceRows(), { ...surfaceRows()[0], threads: 4, queue_depth: 1, iops: 5 }];
    const { xAxis3D } = option(of(rows));
    expect([xAxis3D.min, xAxis3D.max]).toEqual([0, 4]);
    expect([0, 1, 2, 3, 4].map(xAxis3D.axisLabel.formatter)).toEqual(
      expect.arrayContaining(["1T/1Q", "1T/4Q", "4T/1Q"]),
    );
    expect(describeSurface(of(rows))).toContain("Loads are equally spaced");
  });

  it("does not fail without measurements", () => {
    expect(values({ metric: "iops", curves: [] })).toEqual([]);
  });
});

it.each([
  [64_000, 80_000, 20_000],
  [100, 100, 20],
  [0.12, 0.15, 0.05],
  [9.9e6, 1e7, 2e6],
])("goes up to a round number over %d", (value, max, interval) => {
  expect(roundTop(value)?.max).toBeCloseTo(max);
  expect(roundTop(value)?.interval).toBeCloseTo(interval);
  expect(roundTop(0)).toBeNull();
});

it("is turned in steps, and never looked at from below", () => {
  expect(turned({ alpha: 25, beta: 40 }, "left")).toEqual({ alpha: 25, beta: 25 });
  expect(turned({ alpha: 25, beta: 40 }, "right")).toEqual({ alpha: 25, beta: 55 });
  expect(turned({ alpha: 85, beta: 40 }, "up").alpha).toBe(90);
  expect(turned({ alpha: 10, beta: 40 }, "down").alpha).toBe(0);
});
