import { expect, test } from "vitest";
import type { QueueBar, ServerGlance } from "@/api/types";
import { rangeOf } from "@/components/queue-rows";
import { aServerGlance } from "@/testing/overview-objects";
import { scheduleRows, serverLine } from "./schedule-rows";

const NOW = new Date(2026, 10, 24, 13, 31);
const at = (hour: number, minute = 0) => new Date(2026, 10, 24, hour, minute).toISOString();

function aBar(changes: Partial<QueueBar>): QueueBar {
  return {
    kind: "queued",
    starts_at: at(18),
    ends_at: at(20),
    title: "RAID 10",
    job_number: "j-1",
    run_number: "r-1",
    profile_title: "Queue depths",
    reason: null,
    ...changes,
  };
}

function rowOf(bars: QueueBar[], { operate = true, ...server }: Partial<ServerGlance> & { operate?: boolean } = {}) {
  const lane = { server: { id: "server-1", number: "s-1", name: "rack-4" }, bars };
  const glances = new Map([["server-1", aServerGlance(server)]]);
  return scheduleRows([lane], glances, rangeOf({ from_at: at(11), to_at: at(35) }), {
    now: NOW,
    operate,
    isShort: false,
  })[0];
}

test("a waiting run has its number and profile, and is moved by its job", () => {
  expect(rowOf([aBar({})])?.bars[0]).toMatchObject({
    title: "RAID 10",
    detail: "r-1 · Queue depths",
    moveId: "j-1",
    link: { to: "/runs/$ref", params: { ref: "r-1" } },
  });
  expect(rowOf([aBar({ kind: "running", starts_at: at(12) })])?.bars[0]).not.toHaveProperty("moveId");
});

test("a viewer moves nothing and starts nothing", () => {
  const bars = rowOf([aBar({})], { operate: false })?.bars ?? [];
  expect(bars).toHaveLength(1);
  expect(bars[0]).not.toHaveProperty("moveId");
});

test("a free time leads to a new run there, with its start unless that is now", () => {
  const later = aBar({ job_number: "j-2", starts_at: at(22), ends_at: at(23) });
  const free = rowOf([aBar({}), later])?.bars.filter(({ kind }) => kind === "free");
  expect(free?.map(({ title, link }) => [title, link])).toEqual([
    ["free for 4\u00a0h 29\u00a0min", { to: "/new", search: { server: "s-1" } }],
    ["2\u00a0h", { to: "/new", search: { server: "s-1", start_after: at(20) } }],
  ]);
});

test("no time is free where nobody knows when runs start", () => {
  const away = aBar({ kind: "unreachable", starts_at: at(9, 12), ends_at: null, run_number: null, reason: "No route" });
  const bars = rowOf([away, aBar({ starts_at: null, ends_at: null })], {
    use: "unreachable",
    state: "unreachable",
  })?.bars;
  expect(bars).toMatchObject([{ title: "Unreachable since 09:12, No route", detail: "r-1 waits" }]);
  expect(rowOf([aBar({ starts_at: null, ends_at: null })])?.bars).toEqual([]);
});

test("a run that failed and an array at work say so", () => {
  const bars = rowOf([
    aBar({ kind: "failed", starts_at: at(11), ends_at: at(12) }),
    aBar({ kind: "rebuilding", starts_at: at(12), ends_at: at(15, 36), title: "v-1" }),
  ])?.bars;
  expect(bars).toMatchObject([
    { title: "r-1 failed", detail: "RAID 10" },
    { title: "Rebuilding", detail: "ready 15:36" },
  ]);
});

test.each<[Partial<ServerGlance>, Partial<QueueBar>, string]>([
  [{ runs: ["r-1"] }, { kind: "running", starts_at: at(12), ends_at: at(16, 42) }, "measuring, free 16:42"],
  [{}, { starts_at: at(15) }, "idle until 15:00"],
  [{}, { kind: "finished", starts_at: at(11) }, "idle"],
  [{ use: "unreachable", unreachable_since: at(9, 12) }, {}, "unreachable since 09:12"],
  [{ use: "quarantined" }, {}, "quarantined"],
  [{ use: "reserved" }, {}, "reserved"],
])("the line of a server: %o", (server, bar, line) => {
  expect(serverLine(aServerGlance(server), [aBar(bar)], NOW)).toBe(line);
});
