import { expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { courseSample } from "../samples";
import { THEMES } from "../theme";
import { type ExpectedCourseData, expectedCourse } from "./expected";

const SAMPLE = courseSample();
const [fill] = SAMPLE.phases;
const DATA: ExpectedCourseData = {
  ...SAMPLE,
  other: null,
  future: null,
  isLive: false,
  phases: SAMPLE.phases.slice(0, 2),
  preparation: [[fill?.t0_ms ?? 0, fill?.t1_ms ?? 0]],
};
const VIEW = { width: 880, height: 264, interactive: true };

function pairsOf(id: string): [number, number | null][] {
  const match = expectedCourse.option(DATA, THEMES.light, VIEW).series.find((entry) => entry.id === id);
  return (match?.data ?? []) as [number, number | null][];
}

it("draws each reading once, preparation in its own color", () => {
  const [prepared, measured] = [pairsOf("expected-preparation"), pairsOf("expected-result")];
  const until = fill?.t1_ms ?? 0;
  expect(prepared.some(([, value]) => value !== null)).toBe(true);
  expect(prepared.filter(([moment, value]) => value !== null && moment >= until)).toEqual([]);
  expect(measured.filter(([moment, value]) => value !== null && moment < until)).toEqual([]);
});

it("writes the last value, and draws in both themes, wide and narrow", () => {
  for (const theme of [THEMES.light, THEMES.dark]) {
    for (const width of [320, 880]) {
      const svg = drawSvg(expectedCourse.option(DATA, theme, { ...VIEW, width }), width, 264);
      expect(svg).toContain(theme.prep);
    }
  }
});
