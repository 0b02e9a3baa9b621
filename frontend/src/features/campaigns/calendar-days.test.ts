/** The calendar by day. */
import { expect, test } from "vitest";
import { aPlannedCell, aSlot, someCampaignPlan } from "@/testing/campaign-objects";
import { calendarDays, daysAfter, lanesOf, plannedSlots, shareOfDay } from "./calendar-days";

/** Return a moment of the local zone, whatever it is. */
const local = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();

test("slots stand under the day on which they begin, in order", () => {
  const days = calendarDays([
    aSlot({ title: "late", starts_at: local(21, 22), ends_at: local(22, 3) }),
    aSlot({ title: "next", starts_at: local(22, 3), ends_at: local(22, 4) }),
    aSlot({ title: "early", starts_at: local(21, 1), ends_at: local(21, 2) }),
  ]);

  expect(days.map(({ slots }) => slots.map(({ title }) => title))).toEqual([["early", "late"], ["next"]]);
  expect(daysAfter(local(21, 23), local(21, 0))).toBe(0);
  expect(daysAfter(local(22, 0), local(21, 23))).toBe(1);
});

test("a slot takes its part of the day and no more than its end", () => {
  expect(shareOfDay(aSlot({ starts_at: local(21, 6), ends_at: local(21, 12) }))).toEqual({ from: 25, width: 25 });
  expect(shareOfDay(aSlot({ starts_at: local(21, 18), ends_at: local(23, 12) }))).toEqual({ from: 75, width: 25 });
});

test("the cells of a plan follow each other", () => {
  const order = [aPlannedCell({ estimated_seconds: 60 }), aPlannedCell({ title: "second", estimated_seconds: 120 })];
  const slots = plannedSlots(someCampaignPlan({ order }), 0);

  expect(slots.map(({ title, starts_at, ends_at }) => [title, starts_at, ends_at])).toEqual([
    ["RAID 5 of 8, 4K random write, optimal", "1970-01-01T00:00:00.000Z", "1970-01-01T00:01:00.000Z"],
    ["second", "1970-01-01T00:01:00.000Z", "1970-01-01T00:03:00.000Z"],
  ]);
});

test("servers work at the same time, each in its own lane", () => {
  const other = { id: "server-2", number: "s-2", name: "rack-5" };
  const order = [
    aPlannedCell({ estimated_seconds: 60 }),
    aPlannedCell({ server: other, title: "other", estimated_seconds: 30 }),
    aPlannedCell({ server: other, title: "its second", estimated_seconds: 30 }),
  ];
  const lanes = lanesOf(plannedSlots(someCampaignPlan({ order }), 0));

  expect(lanes.map(({ name, slots }) => [name, slots.map(({ starts_at }) => Date.parse(starts_at) / 1000)])).toEqual([
    ["rack-4", [0]],
    ["rack-5", [0, 30]],
  ]);
});
