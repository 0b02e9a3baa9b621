/** Conditions of phases as rows. */
import { expect, test } from "vitest";
import { aPhase } from "@/testing/result-objects";
import { conditionRows } from "./condition-rows";

const moment = { condition: "degraded", activity: "rebuilding", problem: null };

test("every array and drive of a phase has a row, with what limits it", () => {
  const rows = conditionRows(
    [
      {
        ordinal: 1,
        optimal: false,
        measured: { t0_ms: 10_000, t1_ms: 40_000 },
        arrays: [
          {
            device: "md0",
            kernel_name: "md0",
            name: null,
            start: moment,
            end: { ...moment, problem: "It could not be read again." },
            window: { t0_ms: 0, t1_ms: null, whole: false },
            condition: "degraded",
            activity: "rebuilding",
            optimal: false,
            reason: null,
          },
        ],
        drive_states: [
          {
            stable_id: "nvme-1",
            model: "DRIVE",
            state: "random_conditioned",
            workload: null,
            written_since_bytes: 1e9,
            reason: "Conditioned by r-1.",
          },
        ],
      },
    ],
    [aPhase({ name: "Read" })],
  );

  expect(rows.map(({ phase, part, condition, activity }) => [phase, part, condition, activity])).toEqual([
    ["1. Read", "md0", "degraded", "rebuilding"],
    ["1. Read", "nvme-1", "conditioned with random writes", null],
  ]);
  expect(rows[0]?.remarks).toBe("It could not be read again. · measured from 0:00:10 to 0:00:40 only");
  expect(rows[1]?.remarks).toBe("Conditioned by r-1. · 1 GB written since");
});
