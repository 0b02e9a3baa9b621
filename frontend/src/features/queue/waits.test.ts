import { expect, test } from "vitest";
import type { QueueWait } from "@/api/types";
import { aServerGlance } from "@/testing/overview-objects";
import { aScheduledJob, aWait } from "@/testing/queue-objects";
import { queueTime } from "./times";
import { waitText } from "./waits";

const NOW = new Date(2026, 10, 24, 13, 31);
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).toISOString();

test.each<[Partial<QueueWait>, string]>([
  [{ kind: "running", until: at(24, 16, 42), ahead: ["r-486"], ahead_count: 1 }, "r-486 measures until about 16:42"],
  [{ kind: "queued", ahead: ["r-491"], ahead_count: 1 }, "1 run ahead: r-491"],
  [{ kind: "queued", ahead: ["r-486", "r-488"], ahead_count: 2 }, "2 runs ahead: r-486, r-488"],
  [{ kind: "queued", ahead: ["r-486", "r-488"], ahead_count: 12 }, "12 runs ahead"],
  [{ kind: "not_before", until: at(24, 18) }, "Not before 18:00, set by ada"],
  [{ kind: "reservation", until: at(24, 19), reason: "ben: Tuning" }, "Reserved until 19:00, ben: Tuning"],
  [{ kind: "maintenance", until: at(27, 15), reason: "Fans" }, "Maintenance until Fri\u00a027 15:00: Fans"],
  [{ kind: "rebuilding", until: at(24, 15, 36), reason: "v-1" }, "Array rebuilds until about 15:36"],
  [{ kind: "server", reason: "unreachable" }, "rack-4 unreachable since 09:12"],
  [{ kind: "server", reason: "quarantined" }, "rack-4 is quarantined"],
  [{ kind: "paused" }, "The lab is paused"],
  [
    { kind: "other", reason: "waiting for rack-4: another lab is using it" },
    "Waiting for rack-4: another lab is using it",
  ],
])("%o", (wait, text) => {
  const job = aScheduledJob({ wait: aWait(wait), submitted_by: "ada" });
  expect(waitText(job, aServerGlance({ unreachable_since: at(24, 9, 12) }), NOW)).toBe(text);
});

test("a job that nothing holds up starts next", () => {
  expect(waitText(aScheduledJob({ wait: null }), undefined, NOW)).toBe("Starts next");
});

test("a time has its day where it could be mistaken", () => {
  expect(queueTime(at(25, 7, 40), NOW)).toBe("07:40");
  expect(queueTime(at(25, 18), NOW)).toBe("Wed\u00a025 18:00");
  expect(queueTime(at(23, 18), NOW)).toBe("Mon\u00a023 18:00");
  expect(queueTime(at(24, 9), NOW)).toBe("09:00");
});
