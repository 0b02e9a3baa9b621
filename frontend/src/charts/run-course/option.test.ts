import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { courseSample } from "../samples";
import { THEMES } from "../theme";
import { runCourse } from "./definition";
import { courseExtent, coursePanel, type RunCourseData, runCourseOption } from "./option";

const VIEW = { width: 900, height: 330, interactive: true };
const LIVE = courseSample();
const RESULT: RunCourseData = {
  ...LIVE,
  name: "r-8",
  future: null,
  isLive: false,
  phases: LIVE.phases.slice(0, 2),
  window: { t0_ms: 60_000, t1_ms: 90_000, label: "steady, rounds 2 to 6: range 3.5 %, slope −0.8 %" },
};

const valuesOf = (data: RunCourseData) => [...(coursePanel(data).curves[0]?.value ?? [])];
const idsOf = (data: RunCourseData) => runCourseOption(data, THEMES.light, VIEW).series.map(({ id }) => String(id));

describe("coursePanel", () => {
  it("breaks the line where seconds are missing, and draws a stall as no IOPS", () => {
    const values = valuesOf(LIVE);
    expect(values.filter(Number.isNaN)).toHaveLength(1);
    expect(values).toHaveLength(LIVE.points.length + 1);
    expect(values.filter((value) => value === 0)).toHaveLength(4);
  });

  it("leaves out what is unknown", () => {
    const points = [
      { t_ms: 1000, dt_ms: 1000, value: 10 },
      { t_ms: 2000, dt_ms: 1000, value: null },
    ];
    expect(valuesOf({ ...LIVE, points })).toEqual([10, Number.NaN]);
  });

  it("continues what is stored with what streamed in after it, and counts no second twice", () => {
    const stored = { ...(LIVE.other?.series ?? fail()), mean: [1, 2, 3], min: [1, 2, 3], max: [1, 2, 3] };
    const points = [2, 3, 4].map((second) => ({ t_ms: second * 1000, dt_ms: 1000, value: second * 10 }));
    expect(valuesOf({ ...LIVE, series: stored, points })).toEqual([1, 2, 3, 40]);
  });
});

describe("runCourseOption", () => {
  it("has the run before it, the time to come and the newest value only where they are", () => {
    expect(idsOf(LIVE)).toEqual(expect.arrayContaining(["other", "future", "end"]));
    const plain = idsOf({ ...RESULT, other: null });
    expect(plain.filter((id) => ["other", "future", "end"].includes(id))).toEqual([]);
  });

  it("spans all planned time while a run goes on, and its phases once it is over", () => {
    expect(courseExtent(LIVE)).toEqual([0, 180_000]);
    expect(courseExtent(RESULT)).toEqual([0, 120_000]);
  });

  it("labels ticks by the clock where it has a start, on whole steps of it", () => {
    const startedAt = new Date(2026, 10, 21, 9, 59, 50).getTime();
    const [axis] = runCourseOption({ ...LIVE, startedAt }, THEMES.dark, VIEW).xAxis as unknown as {
      axisLabel: { customValues: number[]; formatter: (moment: number) => string };
    }[];
    const labels = axis?.axisLabel.customValues.map((moment) => axis.axisLabel.formatter(moment)) ?? [];
    expect(labels[0]).toBe("10:00:00");
    expect(labels.at(-1)).toBe("10:02:40");
    expect(new Set(labels).size).toBe(labels.length);
  });

  it.each([
    ["a run that goes on", LIVE],
    ["a result", RESULT],
    ["a run without a value", { ...LIVE, points: [], phases: [], other: null, future: null }],
  ])("draws %s in both themes, wide and narrow", (_, data) => {
    for (const theme of [THEMES.light, THEMES.dark]) {
      for (const width of [320, 900]) {
        expect(drawSvg(runCourseOption(data, theme, { ...VIEW, width }), width, 330)).toContain("<svg");
      }
    }
  });
});

describe("runCourse", () => {
  it("says in words how the curve goes, and where it is steady", () => {
    expect(runCourse.describe(LIVE)).toMatch(/^IOPS /);
    expect(runCourse.describe(RESULT)).toContain("steady, rounds 2 to 6");
  });

  it("names both runs in its table", () => {
    const { columns } = runCourse.table(LIVE);
    expect(columns.map(({ label }) => label).join(" ")).toContain("r-7");
  });
});

function fail(): never {
  throw new Error("the sample has no other run");
}
