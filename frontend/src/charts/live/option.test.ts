import { describe, expect, it } from "vitest";
import { preconditioning } from "../preconditioning/definition";
import { drawSvg } from "../runtime";
import { liveSample } from "../samples";
import { THEMES } from "../theme";
import { live } from "./definition";
import { liveOption, livePanels } from "./option";

const VIEW = { width: 360, height: 400, interactive: true };
const data = liveSample();

describe("liveOption", () => {
  it("draws IOPS above latency, without zooming", () => {
    const option = liveOption(data, THEMES.dark, VIEW);
    expect(option.yAxis.map(({ name }) => name)).toEqual(["IOPS", "Mean latency (µs)"]);
    expect(option.dataZoom).toEqual([]);
  });

  it("breaks the line where seconds are missing", () => {
    const valuesOf = (shown: typeof data) => [...(livePanels(shown)[0]?.curves[0]?.value ?? [])];
    const ofOnePhase = valuesOf({ ...data, phases: [] });
    expect(ofOnePhase.filter(Number.isNaN)).toHaveLength(1);
    expect(ofOnePhase).toHaveLength(data.points.length + 1);
    // From one phase to the next no line leads either.
    expect(valuesOf(data).filter(Number.isNaN)).toHaveLength(data.phases.length);
  });

  it("draws a stall as no IOPS and as unknown latency", () => {
    const [iops, latency] = livePanels(data);
    const zeros = [...(iops?.curves[0]?.value ?? [])].flatMap((value, index) => (value === 0 ? [index] : []));
    expect(zeros).toHaveLength(4);
    expect(zeros.every((index) => Number.isNaN(latency?.curves[0]?.value[index]))).toBe(true);
  });

  it("has the switch of the stored chart for a logarithmic axis of latency", () => {
    expect(live.toggle?.label).toBe(preconditioning.toggle?.label);
    const types = (on: boolean) =>
      liveOption(live.toggle?.apply(data, on) ?? data, THEMES.light, VIEW).yAxis.map(({ type }) => type);
    expect([types(false), types(true)]).toEqual([
      ["value", "value"],
      ["value", "log"],
    ]);
    expect(drawSvg(liveOption({ ...data, logLatency: true }, THEMES.light, VIEW), 360, 400)).toContain("<svg");
  });

  it("draws before the first point has come", () => {
    expect(drawSvg(liveOption({ points: [], phases: [] }, THEMES.light, VIEW), 360, 400)).toContain("<svg");
    expect(live.describe({ points: [], phases: [] })).toBe("IOPS has no readings. Mean latency has no readings.");
  });
});
