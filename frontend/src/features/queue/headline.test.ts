import { expect, test } from "vitest";
import { aSchedule } from "@/testing/queue-objects";
import { clearSentence, waitingSentence } from "./headline";

const NOW = new Date(2026, 10, 24, 13, 31);
const named = (name: string) => ({ id: name, number: "s-1", name });

function queue(waiting: number, servers: number, count = 0) {
  return aSchedule({
    under_way: { items: [], count, waiting_count: waiting },
    job_count: waiting,
    waiting_server_count: servers,
  });
}

test.each([
  [0, 0, 0, "The queue is empty."],
  [0, 0, 1, "Nothing waits."],
  [1, 1, 0, "One run waits on one server."],
  [8, 2, 2, "Eight runs wait on two servers."],
  [5000, 1, 0, "5000 runs wait on one server."],
] as const)("%i waiting runs", (waiting, servers, measuring, sentence) => {
  expect(waitingSentence(queue(waiting, servers, measuring))).toBe(sentence);
});

test.each([
  [[], "Clear tomorrow at 07:40."],
  [["a"], "Clear tomorrow at 07:40, without a."],
  [["a", "b"], "Clear tomorrow at 07:40, without a and b."],
  [["a", "b", "c"], "Clear tomorrow at 07:40, without a and 2 more."],
] as const)("the queue is clear but for %o", (unknown, sentence) => {
  const clear_at = new Date(2026, 10, 25, 7, 40).toISOString();
  const schedule = { ...queue(2, 2), clear_at, unknown_servers: unknown.map(named) };
  expect(clearSentence(schedule, NOW)).toBe(sentence);
});

test("an end that cannot be foreseen is unknown", () => {
  expect(clearSentence({ ...queue(1, 1), unknown_servers: [named("a")] }, NOW)).toBe(
    "It is unknown when the queue is clear.",
  );
  expect(clearSentence(queue(0, 0), NOW)).toBeNull();
});
