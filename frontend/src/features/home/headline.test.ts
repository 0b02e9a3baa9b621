import { expect, test } from "vitest";
import { anOverview, aRunUnderWay, aServerGlance } from "@/testing/overview-objects";
import { queueSentence, serversSentence } from "./headline";

const NOW = new Date(2026, 10, 24, 13, 31);
const CALM = { critical: 0, warning: 0, notice: 0 };

function lab(servers: number, measuring: readonly string[]) {
  return anOverview({
    servers: { items: [aServerGlance()], counts: { idle: servers } },
    under_way: {
      items: measuring.map((name) => aRunUnderWay({ id: name, server: { id: name, number: "s-1", name } })),
      count: measuring.length,
      waiting_count: 0,
    },
  });
}

test.each([
  [0, [], "No server yet."],
  [6, [], "No server is measuring."],
  [1, ["rack-4"], "rack-4 is measuring."],
  [6, ["a"], "One of six servers is measuring."],
  [6, ["a", "b"], "Two of six servers are measuring."],
  [2, ["a", "b"], "Both servers are measuring."],
  [3, ["a", "b", "c"], "All three servers are measuring."],
  [40, ["a", "b"], "Two of 40 servers are measuring."],
])("%i servers, %o measuring", (servers, measuring, sentence) => {
  expect(serversSentence(lab(servers, measuring))).toBe(sentence);
});

test("two runs on one server are one server", () => {
  const overview = lab(2, ["a"]);
  const [run] = overview.under_way.items;
  const items = run ? [run, { ...run, id: "other" }] : [];
  expect(serversSentence({ ...overview, under_way: { ...overview.under_way, items } })).toBe(
    "One of two servers is measuring.",
  );
});

function queue(clear_at: Date | null, waiting_count: number, counts = CALM) {
  const overview = lab(2, waiting_count > 0 ? ["a"] : []);
  return queueSentence(
    {
      ...overview,
      under_way: { ...overview.under_way, waiting_count },
      queue: { ...overview.queue, clear_at: clear_at?.toISOString() ?? null },
      alerts: { items: [], counts },
    },
    NOW,
  );
}

test("the queue says when it is clear, or how many wait where nobody can say", () => {
  expect(queue(null, 0)).toBe("The queue is empty. Nothing needs you.");
  const open = { critical: 1, warning: 2, notice: 1 };
  expect(queue(new Date(2026, 10, 25, 7, 40), 8, open)).toBe(
    "The queue is clear tomorrow at 07:40. Four things need you.",
  );
  expect(queue(null, 1, { ...CALM, notice: 1 })).toBe("One run waits. One thing needs you.");
});
