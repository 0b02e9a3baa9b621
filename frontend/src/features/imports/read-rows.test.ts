/** Rows about the interpretation of a result. */
import { expect, test } from "vitest";
import { anImportResult } from "@/testing/result-objects";
import { readRows } from "./read-rows";

test("doubts stand last and are marked", () => {
  const rows = readRows(
    anImportResult({
      series: [{ metric: "iops", direction: "write", jobs: 4, points: 14_400 }],
      numbers: [
        { position: "line 2", text: "1.234,5", value: 1234.5, unit: "1/s", field: "iops" },
        { position: "line 3", text: "1,234", value: null, unit: null, field: "iops" },
      ],
    }),
    false,
  );
  expect(rows.map(({ isDoubt }) => isDoubt)).toEqual([false, false, false, true, true, true]);
  expect(rows.map(({ text }) => text)).toEqual(["job1", "IOPS, write, 4 jobs", "1.234,5", "latency", "1,234", "–"]);
  expect(rows[1]?.meaning).toBe("curve, 14,400 values");
  expect(rows[4]?.precision).toBe("not read");
});

test("a measurement with an error is a doubt, and more of them are counted", () => {
  const [measured] = anImportResult().measurements;
  if (!measured) throw new Error("the sample has no measurement");
  const measurements = [{ ...measured, error: "cut" }, measured, measured];
  const rows = readRows(anImportResult({ measurements, measurements_count: 57 }), true);
  expect(rows.find(({ isDoubt, precision }) => isDoubt && precision === "cut")).toBeTruthy();
  expect(rows.some(({ text }) => text === "55 more measurements")).toBe(true);
});
