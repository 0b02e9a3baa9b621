/** Key chart of a run. */
import { expect, test } from "vitest";
import { aMeasurement, aPhase } from "@/testing/result-objects";
import { keyChartOf } from "./key-chart-of";

const measured = (outstanding_ios: number | null, changes = {}) =>
  aPhase({ has_series: false, measurement: aMeasurement({ outstanding_ios }), ...changes });

test("what the profile varied comes first", () => {
  expect(keyChartOf({ phases: [measured(1), measured(32), aPhase()] })).toBe("depth");
  const share = measured(1, { workload: { load_percent: 50 } });
  expect(keyChartOf({ phases: [measured(1), measured(32), share] })).toBe("load");
});

test("a run of one depth is its course, and figures alone are bars", () => {
  expect(keyChartOf({ phases: [measured(16), aPhase()] })).toBe("curves");
  expect(keyChartOf({ phases: [measured(16), measured(null)] })).toBe("bars");
  expect(keyChartOf({ phases: [] })).toBeNull();
});

test("rounds of a loop and fills are no sweep", () => {
  const rounds = [1, 32].map((depth) => measured(depth, { loop: "IOPS", round: 1, has_series: true }));
  expect(keyChartOf({ phases: rounds })).toBe("curves");
  expect(keyChartOf({ phases: [measured(1), measured(32, { kind: "fill" })] })).toBe("bars");
});
