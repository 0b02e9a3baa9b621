/** The runs of one configuration. */
import { expect, test } from "vitest";
import type { HistoryFigures } from "@/api/comparison";
import { aRunSummary } from "@/testing/objects";
import { ownHistory } from "./own-history";

const item = (number: string, configuration = "configuration-1") => ({
  run: aRunSummary({ id: number, number, configuration: { id: configuration, number: "c-1", name: "One" } }),
  class_hash: "ab",
});
const figures = (values: (number | null)[], items = values.map((_, place) => item(`r-${place}`))) =>
  ({
    lines: [{ workload: "4K write", values, changes: [], newest: null }],
    history: { items },
  }) as unknown as HistoryFigures;
const own = (number: string) =>
  aRunSummary({ id: number, configuration: { id: "configuration-1", number: "c-1", name: "One" } });

test("a result is compared with the earlier runs of its configuration", () => {
  const history = ownHistory(own("r-3"), figures([219_000, 232_000, 228_000, 231_000]), 231_000);
  expect(history?.values).toHaveLength(4);
  expect(history?.sentence).toBe("231k\u00a0IOPS is within the usual 219k to 232k.");
  expect(Math.round(history?.spread ?? 0)).toBe(6);
});

test("another configuration of the series is not counted", () => {
  const items = [item("r-0", "other"), item("r-1")];
  expect(ownHistory(own("r-1"), figures([1000, 2000], items), 2000)).toMatchObject({
    values: [2000],
    spread: null,
    sentence: "First run of this configuration.",
  });
});

test("two earlier runs are too few for a usual range", () => {
  expect(ownHistory(own("r-2"), figures([1, 2, 3]), 3)?.sentence).toBe("Too few earlier runs for a usual range.");
});

test("a run that is none of the history has none", () => {
  expect(ownHistory(own("r-9"), figures([1, 2]), null)).toBeNull();
});
