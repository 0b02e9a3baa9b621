import { expect, test } from "vitest";
import { aRunUnderWay, aServerGlance } from "@/testing/overview-objects";
import { modelLine, otherServers, serverNote, serverTone, steadyNote } from "./server-facts";

const NOW = new Date(2026, 10, 24, 13, 31);
const at = (hour: number, minute = 0) => new Date(2026, 10, 24, hour, minute).toISOString();
const REBUILD = {
  array: { id: "array-1", number: "a-1", name: "vd0" },
  condition: "rebuilding",
  percent: 62,
  started_at: at(12),
  estimated_finish_at: at(15, 36),
};
const NEXT = { run_number: "r-9", title: "H730P", estimated_start_at: at(15) };

test("the model line has product and hardware, and of a live tile the controllers alone", () => {
  const server = aServerGlance({
    hardware: [
      { component: "controller", model: "PERC 12 H965i", count: 2 },
      { component: "drive", model: "PM9A3", count: 16 },
    ],
  });
  expect(modelLine(server)).toBe("PowerEdge R760 · 2 × PERC 12 H965i · 16 × PM9A3");
  expect(modelLine(server, { isLive: true })).toBe("PowerEdge R760 · 2 × PERC 12 H965i");
  const direct = { ...server, hardware: server.hardware.slice(1) };
  expect(modelLine(direct, { isLive: true })).toBe("PowerEdge R760 · 16 × PM9A3");
  expect(modelLine(aServerGlance({ product_name: null, is_local: true }))).toBe("This machine");
});

test.each([
  [{}, "ok", "Idle"],
  [{ next_run: NEXT }, "ok", "Idle · next run 15:00"],
  [{ waiting_count: 1 }, "ok", "Idle · 1 run waits"],
  [{ use: "leased" }, "ok", "In use"],
  [{ use: "reserved", reason: "Firmware 1.4.1" }, "ok", "Reserved: Firmware 1.4.1"],
  [{ use: "new" }, "warn", "Access is not set up"],
  [{ use: "maintenance" }, "warn", "Maintenance"],
  [{ rebuild: REBUILD }, "warn", "Rebuilding array, ready 15:36"],
  [{ rebuild: { ...REBUILD, condition: "initialising", estimated_finish_at: null } }, "warn", "Initialising array"],
  [{ use: "unreachable", unreachable_since: at(9, 12), rebuild: REBUILD }, "err", "Unreachable since 09:12"],
  [{ use: "quarantined", reason: "a drive has changed" }, "err", "Quarantined: a drive has changed"],
] as const)("a server with %o", (changes, tone, note) => {
  const server = aServerGlance(changes);
  expect([serverTone(server), serverNote(server, NOW)]).toEqual([tone, note]);
});

test("trouble comes last, and servers that measure are not repeated", () => {
  const servers = [
    aServerGlance({ id: "away", name: "a", use: "unreachable" }),
    aServerGlance({ id: "rebuilding", name: "b", rebuild: REBUILD }),
    aServerGlance({ id: "busy", name: "c" }),
    aServerGlance({ id: "idle", name: "d" }),
  ];
  const { shown, folded } = otherServers(servers, new Set(["busy"]), 1);
  expect(shown.map(({ id }) => id)).toEqual(["idle", "rebuilding", "away"]);
  expect(folded).toBe(0);
});

test("above eight other servers the idle ones are folded, those of later pages included", () => {
  const idle = Array.from({ length: 8 }, (_, index) => aServerGlance({ id: `${index}`, name: `rack-${index}` }));
  expect(otherServers(idle, new Set(), 8).shown).toHaveLength(8);
  const away = aServerGlance({ id: "away", use: "unreachable" });
  const { shown, folded } = otherServers([...idle, away], new Set(), 12);
  expect(shown.map(({ id }) => id)).toEqual(["away"]);
  expect(folded).toBe(12);
});

const TRACKED = {
  name: "4K write",
  metric: "iops",
  values: [1, 2],
  mean: 1,
  range_percent: 14.2,
  slope_percent: 3,
  range_limit_percent: 20,
  slope_limit_percent: 10,
  steady: false,
};

function judged(round: number, ...tracked: (typeof TRACKED)[]) {
  const run = aRunUnderWay();
  const steady = { kind: "snia", name: "4K", round, max_rounds: 25, filled: 5, window: 5, tracked };
  return { progress: run.progress && { ...run.progress, steady: steady as never } };
}

test("the steady state tells the variable that is farthest from its limit", () => {
  expect(steadyNote(aRunUnderWay())).toBeUndefined();
  expect(steadyNote(judged(0, TRACKED))).toBeUndefined();
  expect(steadyNote(judged(8, TRACKED, { ...TRACKED, range_percent: 3 }))).toBe(
    "round 8, range 14\u00a0%, limit 20\u00a0%",
  );
  expect(steadyNote(judged(8, { ...TRACKED, steady: true }))).toBe("steady, round 8");
  expect(steadyNote(judged(8, { ...TRACKED, range_percent: null as never }))).toBe("round 8");
});
