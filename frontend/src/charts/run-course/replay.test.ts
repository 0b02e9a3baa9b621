import { expect, test } from "vitest";
import { THEMES } from "../theme";
import { type ReplayData, replayOption } from "./replay";

const DATA: ReplayData = { values: [100, null, 300, 200], step_ms: 60_000, played: 3 };

function drawn(changes: Partial<ReplayData> = {}) {
  return replayOption({ ...DATA, ...changes }, THEMES.light);
}

test("only what was played is drawn, in the middle of its steps, with a point at its end", () => {
  const [line, end] = drawn().series;
  expect(line?.data).toEqual([
    [30_000, 100],
    [90_000, null],
    [150_000, 300],
  ]);
  expect(end?.data).toEqual([[150_000, 300]]);
  expect(drawn({ played: 0 }).series[1]?.data).toEqual([]);
});

test("the axes hold the whole recording from the beginning, so that nothing moves", () => {
  const { xAxis, yAxis } = drawn({ played: 1 });
  expect([xAxis[0]?.min, xAxis[0]?.max]).toEqual([0, 240_000]);
  expect(yAxis[0]?.min).toBe(0);
  expect(yAxis[0]?.max).toBe(drawn({ played: 4 }).yAxis[0]?.max);
});
