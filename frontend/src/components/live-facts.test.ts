import { expect, test } from "vitest";
import { aRunUnderWay } from "@/testing/overview-objects";
import { endsAt, liveValue, subjectOf } from "./live-facts";

const NOW = new Date(2026, 10, 24, 13, 31);
const at = (hour: number, minute = 0) => new Date(2026, 10, 24, hour, minute).toISOString();

test("a sequential workload shows its throughput, any other its IOPS", () => {
  expect(liveValue(aRunUnderWay())).toEqual({ number: "38.8k", unit: "IOPS" });
  expect(liveValue(aRunUnderWay({ workload: "128K sequential read" }))).toEqual({ number: "159", unit: "MB/s" });
  expect(liveValue(aRunUnderWay({ live: null })).number).toBe("–");
});

test("the subject is the configuration and the workload, and the title where there is none", () => {
  const configuration = { id: "c", number: "c-1", name: "RAID 5, 16 drives" };
  expect(subjectOf(aRunUnderWay({ configuration }))).toBe("RAID 5, 16 drives · 4K random write");
  expect(subjectOf(aRunUnderWay({ workload: null }))).toBe("Quick 4K on rack-4");
});

test("an end on another day has its day", () => {
  const { progress } = aRunUnderWay();
  const ending = (estimated_finish_at: string) => ({ progress: progress && { ...progress, estimated_finish_at } });
  expect(endsAt(ending(at(16, 42)), NOW)).toBe("16:42");
  expect(endsAt(ending(new Date(2026, 10, 25, 7, 40).toISOString()), NOW)).toBe("Wed\u00a025 07:40");
  expect(endsAt({ progress: null }, NOW)).toBeNull();
});
