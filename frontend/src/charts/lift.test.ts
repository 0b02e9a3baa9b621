import { describe, expect, it } from "vitest";
import type { ChartOption, ChartSeries } from "./definition";
import { curveAt, FADED_OPACITY, withHearing, withLifted } from "./lift";
import { queueDepthOption } from "./queue-depth/option";
import { drawSvg } from "./runtime";
import { depthSample } from "./samples";
import { THEMES } from "./theme";

const VIEW = { width: 1100, height: 640, interactive: true };
const option = queueDepthOption(depthSample(), THEMES.light, VIEW);
const NAMES = new Set(["RAID 0, 16 drives", "RAID 5, 16 drives", "Pass-through"]);
const ONE = "RAID 5, 16 drives";

const linesOf = ({ series }: ChartOption, name: string) =>
  series.filter((entry) => entry.type === "line" && entry.name === name) as {
    z?: number;
    lineStyle: { opacity?: number };
    itemStyle: { opacity?: number };
  }[];

/** Return the opacities of the texts of a drawing that show a name. */
const opacitiesOf = (drawing: string, name: string) =>
  [...drawing.matchAll(/<text([^>]*)>([^<]*)<\/text>/g)]
    .filter(([, , text]) => text === name)
    .map(([, attributes]) => attributes?.match(/(?:fill-)?opacity="([\d.]+)"/)?.[1] ?? "1");

describe("withLifted", () => {
  it("fades the lines and points of the others, and lifts its own", () => {
    const lifted = withLifted(option, ONE, NAMES);
    for (const { lineStyle, itemStyle } of linesOf(lifted, "Pass-through"))
      expect([lineStyle.opacity, itemStyle.opacity]).toEqual([FADED_OPACITY, FADED_OPACITY]);
    const [own] = linesOf(lifted, ONE);
    expect(own?.lineStyle.opacity).toBeUndefined();
    expect(own?.z).toBeGreaterThan(linesOf(option, ONE)[0]?.z ?? 2);
  });

  it("fades the names at the ends of the others", () => {
    const drawing = drawSvg(withLifted(option, ONE, NAMES), VIEW.width, VIEW.height);
    expect(new Set(opacitiesOf(drawing, "Pass-through"))).toEqual(new Set([String(FADED_OPACITY)]));
    expect(new Set(opacitiesOf(drawing, ONE))).toEqual(new Set(["1"]));
  });

  it("fades what is faint already further, and leaves what belongs to no curve", () => {
    const series: ChartSeries[] = [
      { type: "line", name: "a", lineStyle: { opacity: 0.4 } },
      { type: "line", name: "b" },
      { type: "line", name: "Phases", lineStyle: { opacity: 0.4 } },
    ];
    const lifted = withLifted({ ...option, series }, "b", new Set(["a", "b"])).series as {
      lineStyle: { opacity?: number };
    }[];
    expect(lifted.map(({ lineStyle }) => lineStyle?.opacity)).toEqual([0.1, undefined, 0.4]);
  });

  it("changes nothing without others, or of a curve that is not drawn", () => {
    expect(withLifted(option, null, NAMES)).toBe(option);
    expect(withLifted(option, "hidden", new Set([...NAMES, "hidden"]))).toBe(option);
    const alone = { ...option, series: option.series.filter(({ name }) => name === ONE) };
    expect(withLifted(alone, ONE, NAMES)).toBe(alone);
  });
});

describe("pointing at a curve", () => {
  const hearing = withHearing(option, NAMES);
  const at = (seriesIndex: number, dataIndex = 0) =>
    curveAt(hearing, { componentType: "series", seriesIndex, dataIndex }, NAMES);

  it("is told by its line and by its name at the end", () => {
    const line = hearing.series.findIndex(({ name }) => name === ONE);
    expect(hearing.series[line]).toMatchObject({ triggerLineEvent: true, cursor: "default" });
    expect(at(line)).toBe(ONE);
    const ends = hearing.series.findIndex(({ itemCurves }) => itemCurves);
    expect(hearing.series[ends]).toMatchObject({ silent: false });
    expect([0, 1, 2].map((index) => at(ends, index))).toEqual([...NAMES]);
  });

  it("is nothing elsewhere", () => {
    expect(curveAt(hearing, { componentType: "xAxis" }, NAMES)).toBeNull();
    expect(at(99)).toBeNull();
    expect(curveAt(hearing, { componentType: "series", seriesIndex: 0 }, new Set())).toBeNull();
  });
});
