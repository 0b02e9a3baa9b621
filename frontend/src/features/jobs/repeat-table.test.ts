/** The repeats of a job as lines of a table. */
import { expect, test } from "vitest";
import { csvLine } from "@/charts/csv";
import { aRepeatPoint, someRepeats } from "@/testing/repeat-objects";
import { intervalText, repeatLines } from "./repeat-table";

test("every line has as many cells as the head, and a run without a figure an empty one", () => {
  const lines = repeatLines(someRepeats({ runs: ["r-1", "r-2"], items: [aRepeatPoint({ values: [100, null] })] }));

  expect(lines).toHaveLength(2);
  expect(lines[1]).toHaveLength(lines[0]?.length ?? 0);
  expect(csvLine(lines[0] ?? [])).toMatch(/^Point,Metric,Unit,.*Verdict,r-1,r-2\r\n$/);
  expect(csvLine(lines[1] ?? [])).toBe("4K random read,IOPS,1/s,3,103,104,96.8,111.2,4.4,6,repeatable,100,\r\n");
});

test("an interval names both ends, and there is none of one run", () => {
  expect(intervalText(aRepeatPoint())).toBe("96.8 to 111");
  expect(intervalText(aRepeatPoint({ interval: null }))).toBeNull();
});
