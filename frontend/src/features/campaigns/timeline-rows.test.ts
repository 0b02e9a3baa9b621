/** The calendar as rows of a timeline. */
import { expect, test } from "vitest";
import { aCell, aMatrix, aMeasuredCell, aRow, aSlot } from "@/testing/campaign-objects";
import { timelineOf } from "./timeline-rows";

const at = (hour: number) => `2026-11-21T${String(hour).padStart(2, "0")}:00:00Z`;
const NOW = Date.parse("2026-11-21T02:30:00Z");
const MATRIX = aMatrix({
  rows: [aRow(), aRow({ row: 1, name: "RAID 6 of 8" })],
  cells: [aMeasuredCell(), aCell({ row: 1, state: "running" })],
});

test("cells have a row, and what is built for them another", () => {
  const slots = [
    aSlot({ starts_at: at(0), ends_at: at(1), certainty: "known", run_number: "r-7", job_number: "j-7" }),
    aSlot({ row: null, column: null, title: "take apart", starts_at: at(1), ends_at: at(2), certainty: "known" }),
    aSlot({ row: 1, starts_at: at(2), ends_at: at(3), certainty: "likely" }),
    aSlot({ row: 1, column: 1, starts_at: at(3), ends_at: at(5), certainty: "rough" }),
  ];
  const timeline = timelineOf(slots, MATRIX, NOW);

  expect(timeline?.rows.map(({ name, bars }) => [name, bars.map(({ title, kind }) => `${title}: ${kind}`)])).toEqual([
    [
      "Cells",
      [
        "r-7 · 4K random write: done",
        "take apart: done",
        "4K random write: running",
        "RAID 5 of 8, 4K random write, optimal: queued",
      ],
    ],
    ["Layout", ["RAID 5 of 8: done", "take apart: reserved", "RAID 6 of 8: running"]],
  ]);
  expect(timeline?.rows[0]?.bars[0]?.link).toEqual({ to: "/runs/$ref", params: { ref: "r-7" } });
  expect(timeline?.range).toEqual({ from: Date.parse(at(0)), to: Date.parse(at(5)) });
});

test("of a campaign that goes on for days the past is cut, and of one that is over all is shown", () => {
  const days = [
    aSlot({ starts_at: "2026-11-18T00:00:00Z", ends_at: "2026-11-18T04:00:00Z", certainty: "known" }),
    aSlot({ row: 1, starts_at: at(2), ends_at: at(9), certainty: "likely" }),
  ];
  expect(timelineOf(days, MATRIX, NOW)?.range.from).toBe(NOW - 8 * 3_600_000);
  expect(timelineOf(days.slice(0, 1), MATRIX, NOW)?.range.from).toBe(Date.parse("2026-11-18T00:00:00Z"));
  expect(timelineOf([], MATRIX, NOW)).toBeNull();
});

test("a campaign of minutes that is over fills its timeline", () => {
  const slot = aSlot({ starts_at: at(1), ends_at: "2026-11-21T01:05:00Z", certainty: "known" });

  expect(timelineOf([slot], MATRIX, NOW)).toMatchObject({
    range: { from: Date.parse(at(1)), to: Date.parse("2026-11-21T01:05:00Z") },
    isOver: true,
  });
});
