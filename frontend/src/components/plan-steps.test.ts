/** Plans as steps of a timeline. */
import { expect, test } from "vitest";
import { aPhasePlan } from "@/testing/profile-objects";
import { commonName, planSteps } from "./plan-steps";

const steady = {
  kind: "steady",
  seconds: 600,
  judged: false,
  round_seconds: 60,
  window: 5,
  max_rounds: 10,
  range_limit_percent: 20,
  slope_limit_percent: 10,
  metric: "iops",
  spacing: 1,
} as const;

test("points of a sweep are one step with their values, behind what prepares", () => {
  const points = [1, 2, 16].map((depth, index) =>
    aPhasePlan({ ordinal: index + 3, name: `Read QD${depth}`, kind: "measure", group: null, estimated_seconds: 5 }),
  );
  const phases = [
    aPhasePlan({ estimated_seconds: 60 }),
    aPhasePlan({ ordinal: 2, name: "Precondition", kind: "precondition", stop: steady, estimated_seconds: 600 }),
    ...points,
  ];
  expect(planSteps({ phases, preparation: [] })).toEqual([
    { name: "Fill", detail: "1\u00a0min", seconds: 60, kind: "prepare" },
    { name: "Precondition", detail: "until steady: range 20\u00a0%, slope 10\u00a0%", seconds: 600, kind: "settle" },
    { name: "Read QD", detail: "3 × 5\u00a0s", seconds: 15, kind: "measure", points: ["1", "2", "16"] },
  ]);
});

test("rounds of a loop are one step, and preparation counts at its longest", () => {
  const phases = [1, 2].flatMap((round) =>
    ["4K", "8K"].map((name) => aPhasePlan({ name, kind: "measure", loop: "IOPS", round, estimated_seconds: 60 })),
  );
  const preparation = [{ ordinal: 1, kind: "discard", title: "Discard", destroys: true, max_seconds: 30 }];
  expect(planSteps({ phases, preparation })).toEqual([
    { name: "Discard", detail: "≤ 30\u00a0s", seconds: 30, kind: "prepare" },
    { name: "IOPS", detail: "at most 2 rounds, 4\u00a0min", seconds: 240, kind: "measure" },
  ]);
});

test.each([
  [["Read QD1"], "Read QD1", []],
  [["4K 16T/16Q", "4K 16T/128Q"], "4K 16T", ["16Q", "128Q"]],
  [["a much longer name", "another name"], "a", []],
])("the common beginning of %j is %s", (names, name, points) => {
  const common = commonName(names);
  expect(common.name).toBe(name);
  if (points.length > 0) expect(common.points.map((point) => point.replace(/^\W+/, ""))).toEqual(points);
});
