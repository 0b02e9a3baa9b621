/** Steps in the queue. */
import { expect, test } from "vitest";
import { aQueueItem } from "@/testing/queue-objects";
import { placeAfterStep, waitingJobs } from "./moves";

const item = (job_number: string, changes: Parameters<typeof aQueueItem>[0] = {}) =>
  aQueueItem({ job_number, run_number: `r-${job_number}`, ...changes });

const QUEUE = [
  item("j-1", { state: "running" }),
  item("j-2", { priority: 90 }),
  item("j-3"),
  item("j-3", { run_number: "r-3b" }),
  item("j-4"),
];

test("a job with several runs counts once, where its first one stands", () => {
  expect(waitingJobs(QUEUE).map(({ run_number }) => run_number)).toEqual(["r-j-2", "r-j-3", "r-j-4"]);
});

test("a step leads past the neighbour of the same priority", () => {
  expect(placeAfterStep(QUEUE, "j-4", "up")).toEqual({ move_before: "j-3" });
  expect(placeAfterStep(QUEUE, "j-3", "down")).toEqual({ move_after: "j-4" });
});

test("no step leads out of the priority, past the end, or from what already runs", () => {
  expect(placeAfterStep(QUEUE, "j-3", "up")).toBeNull();
  expect(placeAfterStep(QUEUE, "j-4", "down")).toBeNull();
  expect(placeAfterStep(QUEUE, "j-1", "down")).toBeNull();
});
