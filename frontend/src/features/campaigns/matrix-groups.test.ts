/** The matrix as groups with changes and shades. */
import { expect, test } from "vitest";
import { aCell, aColumn, aMatrix, aMeasuredCell, aRow } from "@/testing/campaign-objects";
import { groupMatrix } from "./matrix-groups";

const OTHER = { id: "server-2", number: "s-2", name: "rack-5" };

test("states of the array are groups, and the others are compared with the optimal one", () => {
  const matrix = aMatrix({
    columns: [aColumn(), aColumn({ column: 1, state: "rebuilding" })],
    cells: [aMeasuredCell({ value: 200_000 }), aMeasuredCell({ column: 1, value: 150_000 })],
  });

  const { workloads, groups } = groupMatrix(matrix);

  expect(workloads).toEqual([{ label: "4K random write", unit: "IOPS" }]);
  expect(groups.map(({ name, versus, done, possible }) => [name, versus, done, possible])).toEqual([
    ["Optimal array", null, 1, 1],
    ["Rebuilding array", "± against the optimal array", 1, 1],
  ]);
  expect(groups.map(({ lines }) => lines[0]?.cells[0]?.change)).toEqual([null, -25]);
  expect(groupMatrix(matrix, { state: "rebuilding" }).groups).toHaveLength(1);
});

test("results that were kept beside a change stand above the new ones, which are compared with them", () => {
  const cells = [
    aMeasuredCell({ value: 100, run_number: "r-1" }),
    aMeasuredCell({ generation: 2, value: 90, run_number: "r-2" }),
    aMeasuredCell({ row: 1, value: 50, run_number: "r-3" }),
  ];
  const { groups } = groupMatrix(aMatrix({ rows: [aRow(), aRow({ row: 1, name: "RAID 6 of 8" })], cells }));

  expect(groups.map(({ name }) => name)).toEqual(["Optimal array", "Optimal array, measured again"]);
  const runs = groups.map(({ lines }) => lines.map((line) => line.cells[0]?.cell.run_number));
  expect(runs).toEqual([["r-1", "r-3"], ["r-2"]]);
  expect(groups[1]?.lines[0]?.cells[0]?.change).toBeCloseTo(-10);
});

test("a result that was replaced gives way to its successor", () => {
  const cells = [aMeasuredCell({ superseded: true, run_number: "r-1" }), aCell({ generation: 2, state: "running" })];
  const { groups } = groupMatrix(aMatrix({ cells }));

  expect(groups).toHaveLength(1);
  expect(groups[0]?.lines[0]?.cells[0]?.cell.state).toBe("running");
  expect(groups[0]?.done).toBe(0);
});

test("another server is compared with the first where both have the configuration", () => {
  const matrix = aMatrix({
    rows: [aRow(), aRow({ row: 1, server: OTHER }), aRow({ row: 2, server: OTHER, name: "JBOD of 8" })],
    cells: [
      aMeasuredCell({ value: 100 }),
      aMeasuredCell({ row: 1, value: 110 }),
      aMeasuredCell({ row: 2, value: 300 }),
    ],
  });
  const [first, second] = groupMatrix(matrix).groups;

  expect([first?.name, second?.name]).toEqual(["rack-4", "rack-5"]);
  expect(second?.versus).toBe("± against rack-4");
  expect(second?.lines.map((line) => line.cells[0]?.change)).toEqual([expect.closeTo(10), null]);
});

test.each([
  ["phase", { phase_name: "Read QD1" }],
  ["metric", { metric: "throughput_bytes_per_s", unit: "bytes/s" }],
  ["value", { value: null }],
])("values of another %s are no change", (_field, changes) => {
  const cells = [aMeasuredCell(), aMeasuredCell({ generation: 2, ...changes })];
  expect(groupMatrix(aMatrix({ cells })).groups[1]?.lines[0]?.cells[0]?.change).toBeNull();
});

test("each workload has a shade of its own, by logarithm over more than a decade", () => {
  const matrix = aMatrix({
    rows: [aRow(), aRow({ row: 1, name: "two" }), aRow({ row: 2, name: "three" })],
    columns: [aColumn(), aColumn({ column: 1, label: "Reads" })],
    cells: [
      ...[100, 1_000, 10_000].map((value, row) => aMeasuredCell({ row, value })),
      ...[1, 2, 3].map((value, row) => aMeasuredCell({ row, column: 1, value })),
    ],
  });
  const [group] = groupMatrix(matrix).groups;

  const shares = group?.lines.map(({ cells }) => cells.map((cell) => cell?.share));
  expect(shares?.flat().map((share) => Math.round(100 * (share ?? Number.NaN)))).toEqual([0, 0, 50, 50, 100, 100]);
});

test("a line without a possible cell has one reason; planned cells of an affected row wait for the decision", () => {
  const matrix = aMatrix({
    rows: [aRow(), aRow({ row: 1, name: "RAID 6 of 2" })],
    cells: [aCell(), aCell({ row: 1, state: "impossible", reason: "RAID 6 needs 4 drives.", estimated_seconds: null })],
  });
  const [group] = groupMatrix(matrix, { blockedRows: [0] }).groups;

  expect(group?.name).toBe("");
  expect(group?.lines.map(({ impossible, seconds }) => [impossible, seconds])).toEqual([
    [null, 600],
    ["RAID 6 needs 4 drives.", null],
  ]);
  expect(group?.lines[0]?.cells[0]?.isBlocked).toBe(true);
});
