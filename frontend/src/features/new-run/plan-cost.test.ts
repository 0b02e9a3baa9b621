/** The figures of the action bar. */
import { expect, test } from "vitest";
import { aPlan } from "@/testing/objects";
import { costFigures, planTimes } from "./plan-cost";

const NOW = new Date(2026, 10, 25, 12, 0).getTime();
const FILE = { kind: "file", path: null, size_bytes: 1 } as const;
const DRIVES = { kind: "devices" as const, stable_ids: ["a", "b"], layout: "parallel" as const };

test("repeats take their time, and begin when the queue ends before them", () => {
  const finish = {
    estimated_finish_at: new Date(NOW + 3_600_000).toISOString(),
    max_finish_at: null,
    jobs_ahead: 1,
    sentence: "",
  };
  const plan = { ...aPlan({ estimated_seconds: 600 }), finish };
  expect(planTimes(plan, { target: FILE, repeats: 3 }, NOW)).toEqual({ start: NOW + 1_800_000, end: NOW + 3_600_000 });
  const agreeing = { target: FILE, repeats: 10, repeat_until: { cv_percent: 5, min_repeats: 3 } };
  expect(planTimes(plan, agreeing, NOW).start).toBe(NOW + 1_800_000);
});

test("duration and end, bytes written, and the most that a drive wears", () => {
  const used = (typical_percent: number) => ({
    drive: "a",
    model: null,
    rated_bytes: null,
    typical_percent,
    max_percent: null,
    sentence: "",
  });
  const plan = aPlan({ estimated_seconds: 600, written_bytes: 2e12, endurance: [used(0.1), used(0.16)] });
  expect(costFigures(plan, { target: DRIVES, repeats: 1 }, NOW)).toEqual([
    { value: "10\u00a0min", note: "ends 12:10 today" },
    { value: "2\u00a0TB", note: "written to 2 drives" },
    { value: "0.16\u00a0%", note: "of rated endurance" },
  ]);
  expect(costFigures(aPlan({ estimated_seconds: 86_400 }), { target: FILE, repeats: 1 }, NOW)[0]?.note).toBe(
    "ends Thu\u00a026, 12:00",
  );
});
