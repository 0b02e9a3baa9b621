/** Moves within the line of a server. */
import { describe, expect, test } from "vitest";
import { aScheduledJob } from "@/testing/queue-objects";
import { lineOf, moveBack, moveBetween, moveTo, moveToHead, stepMove } from "./moves";

const OTHER = { id: "server-2", number: "s-2", name: "rack-5" };

const job = (job_number: string, position: number | null, changes: Parameters<typeof aScheduledJob>[0] = {}) =>
  aScheduledJob({ job_number, position, ...changes });

/** j-1 is at work, j-9 waits elsewhere; j-2 goes first by its priority. */
const JOBS = [
  job("j-1", null, { state: "running" }),
  job("j-9", 1, { server: OTHER }),
  job("j-4", 3),
  job("j-2", 1, { priority: 90 }),
  job("j-3", 2),
];
const LINE = lineOf(JOBS, "j-3");

test("a line has the waiting jobs of one server in their order", () => {
  expect(LINE.map(({ job_number }) => job_number)).toEqual(["j-2", "j-3", "j-4"]);
  expect(lineOf(JOBS, "j-1")).toEqual([]);
});

describe("a step", () => {
  test("leads past a neighbour of the same priority", () => {
    expect(stepMove(LINE, "j-4", "up")).toEqual({ job: "j-4", place: { move_before: "j-3" }, position: 2 });
    expect(stepMove(LINE, "j-3", "down")).toEqual({ job: "j-3", place: { move_after: "j-4" }, position: 3 });
  });

  test("past one of another priority takes that", () => {
    expect(stepMove(LINE, "j-3", "up")?.place).toEqual({ move_before: "j-2", priority: 90 });
    expect(stepMove(LINE, "j-2", "down")?.place).toEqual({ move_after: "j-3", priority: 50 });
  });

  test("leads nowhere at an end, and from what already runs", () => {
    expect(stepMove(LINE, "j-2", "up")).toBeNull();
    expect(stepMove(LINE, "j-4", "down")).toBeNull();
    expect(stepMove(LINE, "j-1", "down")).toBeNull();
  });
});

test("the head of the queue is one move away from anywhere", () => {
  const many = Array.from({ length: 5_000 }, (_, index) => job(`j-${index}`, index + 1));
  expect(moveToHead(lineOf(many, "j-4999"), "j-4999")).toMatchObject({ place: { move_before: "j-0" }, position: 1 });
  expect(moveToHead(LINE, "j-2")).toBeNull();
});

test("a drop is between its neighbours, whichever of them is there", () => {
  expect(moveBetween(LINE, { id: "j-4", before: "j-2", after: null })?.place).toEqual({
    move_before: "j-2",
    priority: 90,
  });
  expect(moveBetween(LINE, { id: "j-2", before: null, after: "j-4" })?.place).toEqual({
    move_after: "j-4",
    priority: 50,
  });
  expect(moveBetween(LINE, { id: "j-3", before: "j-4", after: "j-2" })).toBeNull();
  expect(moveBetween(LINE, { id: "j-3", before: "j-77", after: null })).toBeNull();
});

test("a move is taken back to the old neighbours and the old priority", () => {
  const up = moveTo(LINE, "j-4", 0);
  expect(up && moveBack(LINE, up)).toEqual({ job: "j-4", place: { move_after: "j-3", priority: 50 } });
  const alone = moveTo(LINE, "j-2", 2);
  expect(alone && moveBack(LINE, alone)).toEqual({ job: "j-2", place: { priority: 90 } });
});
