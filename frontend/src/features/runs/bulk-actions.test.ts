/** One thing with many runs. */
import { expect, test } from "vitest";
import { forEachRun } from "./bulk-actions";

test("runs that refuse are named, and all others are done", async () => {
  const runs = Array.from({ length: 9 }, (_, at) => `r-${at}`);
  let [busy, maxBusy] = [0, 0];
  const outcome = await forEachRun(runs, async (run) => {
    busy += 1;
    maxBusy = Math.max(maxBusy, busy);
    await Promise.resolve();
    busy -= 1;
    if (run === "r-3" || run === "r-7") throw new Error(`${run} is running.`);
  });
  expect(outcome.failed).toEqual([
    { run: "r-3", reason: "r-3 is running." },
    { run: "r-7", reason: "r-7 is running." },
  ]);
  expect(outcome.done).toEqual(["r-0", "r-1", "r-2", "r-4", "r-5", "r-6", "r-8"]);
  expect(maxBusy).toBeLessThanOrEqual(4);
});
