import { expect, test } from "vitest";
import { aRunUnderWay } from "@/testing/overview-objects";
import { barPhases } from "./bar-phases";

test("phases of the bar have their states and their share", () => {
  expect(barPhases(aRunUnderWay())).toEqual([
    { name: "Fill", seconds: 20, state: "done", share: 1 },
    { name: "Precondition", seconds: 60, state: "now", share: 0.5 },
    { name: "QD", seconds: 40, state: "to_come", share: 0 },
  ]);
});
