import { describe, expect, it } from "vitest";
import { type BarPhase, doneShare, MAX_SEGMENTS, segmentsOf } from "./phase-segments";

const phase = (name: string, seconds: number, state: BarPhase["state"] = "to_come"): BarPhase => ({
  name,
  seconds,
  state,
});
const seconds = (phases: readonly BarPhase[]) => phases.reduce((sum, segment) => sum + segment.seconds, 0);

describe("segments", () => {
  it("are the phases themselves while there are few", () => {
    const phases = [phase("Purge", 2, "done"), phase("Precondition", 18, "now"), phase("QD 1", 5)];
    expect(segmentsOf(phases)).toEqual(phases.map((segment) => ({ ...segment, count: 1 })));
  });

  it.each([
    ["of one length", () => 60],
    ["of two lengths in turn", (index: number) => (index % 2 === 0 ? 1 : 3600)],
    ["of growing length", (index: number) => index + 1],
  ])("of a thousand phases %s keep the time, the present phase and the order", (_, length) => {
    const phases = Array.from({ length: 1000 }, (_unused, index) =>
      phase(String(index), length(index), index < 400 ? "done" : index === 400 ? "now" : "to_come"),
    );
    const segments = segmentsOf(phases);
    expect(segments.length).toBeLessThanOrEqual(MAX_SEGMENTS);
    expect(seconds(segments)).toBeCloseTo(seconds(phases), 6);
    expect(segments.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
    expect(segments.filter(({ state }) => state === "now")).toEqual([{ ...phases[400], count: 1 }]);
    const order = segments.map(({ state }) => ["done", "now", "to_come"].indexOf(state));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it("of no phase are none", () => expect(segmentsOf([])).toEqual([]));
});

describe("the share that is done", () => {
  it("counts the present phase by its own share", () => {
    const phases = [phase("a", 10, "done"), { ...phase("b", 20, "now"), share: 0.5 }, phase("c", 10)];
    expect(doneShare(phases)).toBe(0.5);
  });

  it("is nothing without phases or time", () => {
    expect(doneShare([])).toBe(0);
    expect(doneShare([phase("a", 0, "done")])).toBe(0);
  });

  it("does not exceed its phase", () => {
    expect(doneShare([{ ...phase("a", 10, "now"), share: 3 }])).toBe(1);
  });
});
