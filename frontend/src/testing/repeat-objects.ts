/** Repeats of jobs for tests: everything has a plausible value, and a test names only what it is about. */
import type { Job, RepeatPoint, Repeats } from "@/api/types";

export function aRepeatPoint(changes: Partial<RepeatPoint> = {}): RepeatPoint {
  return {
    phase_ordinal: 2,
    name: "4K random read",
    group: null,
    metric: "iops",
    unit: "1/s",
    values: [100, 110, 103],
    n: 3,
    median: 103,
    mean: 104,
    min: 100,
    max: 110,
    interval: [96.8, 111.2],
    median_interval: null,
    cv_percent: 4.4,
    outliers: [],
    needed_repeats: 6,
    verdict: "repeatable",
    ...changes,
  };
}

export function someRepeats(changes: Partial<Repeats> = {}): Repeats {
  return {
    job_number: "j-1",
    runs: ["r-1", "r-2", "r-3"],
    target_percent: 5,
    items: [aRepeatPoint()],
    left_out: [],
    verdict: null,
    ...changes,
  };
}

export function aRepeatVerdict(
  changes: Partial<NonNullable<Job["repeat_verdict"]>> = {},
): NonNullable<Job["repeat_verdict"]> {
  return {
    outcome: "going_on",
    repeats_done: 1,
    failed: 0,
    limit: 10,
    worst_point: null,
    cv_percent: null,
    target_percent: 5,
    needed_repeats: null,
    sentence: "1 repeat of at most 10 counts. Another one follows: at least 3 are needed.",
    ...changes,
  };
}
