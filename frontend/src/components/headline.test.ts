/** Headline numbers. */
import { expect, test } from "vitest";
import { formatHeadline, shortHeadline } from "./headline";

test("a metric of ours is written in its own unit", () => {
  const latency = {
    metric: "latency_mean_ns",
    label: "Mean latency",
    value: 412_000,
    unit: "ns",
    better: "lower",
  } as const;

  expect(formatHeadline(latency)).toBe("412.0 µs");
});

test("a figure in a source's own unit keeps it", () => {
  const index = { metric: "index", label: "Rating", value: 1234, unit: "points", better: "higher" } as const;

  expect(formatHeadline(index)).toBe("1,234 points");
});

test.each([
  [{ metric: "iops", value: 38_784, unit: "1/s" }, "38.8k"],
  [{ metric: "latency_mean_ns", value: 412_000, unit: "ns" }, "412\u00a0µs"],
  [{ metric: "index", value: 1234, unit: "points" }, "1,230 points"],
])("lists write $metric with three digits", (headline, text) => {
  expect(shortHeadline({ label: "of it", better: "higher", ...headline })).toBe(text);
});
