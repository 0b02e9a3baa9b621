import { expect, test } from "vitest";
import type { QueueBar, QueueTimeline } from "@/api/types";
import { distinctNames, MAX_LANES, queueRows } from "./queue-rows";

const at = (hour: number, minute = 0) => new Date(2026, 10, 24, hour, minute).toISOString();
const ms = (hour: number, minute = 0) => Date.parse(at(hour, minute));

function aBar(changes: Partial<QueueBar>): QueueBar {
  return {
    kind: "queued",
    starts_at: at(15),
    ends_at: at(18),
    title: "RAID 10",
    job_number: "j-1",
    run_number: "r-1",
    profile_title: "Queue depths",
    reason: null,
    ...changes,
  };
}

function aQueue(lanes: readonly (readonly [name: string, bars: QueueBar[]])[]): QueueTimeline {
  return {
    from_at: at(11),
    to_at: at(23),
    lanes: lanes.map(([name, bars]) => ({ server: { id: name, number: "s-1", name }, bars })),
    clear_at: null,
  };
}

test("bars stand at their times and lead to their run, else to their job", () => {
  const { rows, range } = queueRows(
    aQueue([["vm", [aBar({ kind: "running", starts_at: at(12) }), aBar({ run_number: null })]]]),
  );
  expect(range).toEqual({ from: ms(11), to: ms(23) });
  const [running, queued] = rows[0]?.bars ?? [];
  expect(running).toMatchObject({ kind: "running", start: ms(12), end: ms(18), title: "RAID 10" });
  expect(running?.link).toEqual({ to: "/runs/$ref", params: { ref: "r-1" } });
  expect(queued?.link).toEqual({ to: "/jobs/$ref", params: { ref: "j-1" } });
});

test.each([
  ["finished", "done"],
  ["failed", "failed"],
  ["reservation", "reserved"],
  ["maintenance", "reserved"],
  ["rebuilding", "rebuilding"],
  ["quarantined", "unreachable"],
] as const)("%s is drawn as %s", (kind, drawn) => {
  expect(queueRows(aQueue([["vm", [aBar({ kind })]]])).rows[0]?.bars[0]?.kind).toBe(drawn);
});

test("an unreachable server says since when, and how many runs cannot be placed", () => {
  const away = aBar({ kind: "unreachable", starts_at: at(9, 12), ends_at: null, job_number: null, run_number: null });
  const { rows } = queueRows(aQueue([["vm", [away, aBar({ starts_at: null, ends_at: null })]]]));
  expect(rows[0]?.bars).toEqual([
    {
      id: "vm 0",
      kind: "unreachable",
      start: ms(9, 12),
      end: ms(23),
      title: "Unreachable since 09:12",
      detail: "1 run waits",
    },
  ]);
});

test("of many servers those with something planned are shown, in their order", () => {
  const lanes = Array.from({ length: MAX_LANES + 2 }, (_, index) => [`rack-${index}`, []] as [string, QueueBar[]]);
  lanes[MAX_LANES + 1] = ["rack-9", [aBar({})]];
  const { rows, more } = queueRows(aQueue(lanes));
  expect(rows).toHaveLength(MAX_LANES);
  expect(rows.at(-1)?.bars).toHaveLength(1);
  expect(more).toBe(2);
});

test("the first part that all names share is left out", () => {
  expect(distinctNames(["lab-r760-01", "lab-r730"])).toEqual(["r760-01", "r730"]);
  expect(distinctNames(["lab-r760", "vm"])).toEqual(["lab-r760", "vm"]);
  expect(distinctNames(["lab-", "lab-r730"])).toEqual(["lab-", "lab-r730"]);
  expect(distinctNames(["lab-r760"])).toEqual(["lab-r760"]);
});
