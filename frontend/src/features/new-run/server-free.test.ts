/** When servers are free. */
import { expect, test } from "vitest";
import type { QueueBar } from "@/api/types";
import { aServer } from "@/testing/objects";
import { freeAt, serverPill } from "./server-free";

const NOW = new Date(2026, 10, 25, 12, 0);
const bar = (kind: QueueBar["kind"], hours: number | null): QueueBar => ({
  kind,
  starts_at: NOW.toISOString(),
  ends_at: hours === null ? null : new Date(NOW.getTime() + hours * 3_600_000).toISOString(),
  title: "",
  job_number: null,
  run_number: null,
  profile_title: null,
  reason: null,
});

test("a server is free once everything planned on it is over", () => {
  expect(freeAt([], NOW.getTime())).toBe(0);
  expect(freeAt([bar("finished", -1), bar("running", 1), bar("queued", 3)], NOW.getTime())).toBe(
    NOW.getTime() + 3 * 3_600_000,
  );
  expect(freeAt([bar("running", null)], NOW.getTime())).toBeNull();
});

test("a pill says when its server is free, and why it takes no runs", () => {
  const lane = (...bars: QueueBar[]) => ({ server: { id: "server-1", number: "s-1", name: "rack-4" }, bars });
  expect(serverPill(aServer(), lane(), NOW)).toEqual({ tone: "ok", note: "free now", isLocked: false });
  expect(serverPill(aServer(), lane(bar("running", 3.2)), NOW)).toMatchObject({ tone: "run", note: "free 15:12" });
  const busy = aServer({ busy_with: { run_number: "r-1", job_number: "j-1" } });
  expect(serverPill(busy, undefined, NOW)).toMatchObject({ tone: "run", note: "in use" });
  expect(serverPill(aServer({ state: "unreachable" }), lane(), NOW)).toMatchObject({ tone: "err", isLocked: true });
});
