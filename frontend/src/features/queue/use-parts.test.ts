import { expect, test } from "vitest";
import { aSchedule, aScheduledJob } from "@/testing/queue-objects";
import { spreadParts } from "./use-parts";

const part = (offset: number, ...numbers: string[]) => ({
  offset,
  schedule: aSchedule({ jobs: numbers.map((job_number) => aScheduledJob({ job_number })) }),
});

function spread(parts: ReturnType<typeof part>[], count: number) {
  const jobs = spreadParts(
    parts,
    count,
    ({ jobs }) => jobs,
    ({ job_number }) => job_number,
  );
  return jobs.map((job) => (typeof job === "number" ? job : job.job_number));
}

test("items of parts that are not known are their indexes", () => {
  expect(spread([part(0, "a", "b"), part(4, "e", "f")], 7)).toEqual(["a", "b", 2, 3, "e", "f", 6]);
});

test("a job that moved between two parts is there once, and none is beyond the end", () => {
  expect(spread([part(0, "a", "b"), part(2, "b", "c", "d")], 4)).toEqual(["a", "b", 2, "c"]);
});
