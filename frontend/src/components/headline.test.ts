/** Headline numbers. */
import { expect, test } from "vitest";
import { shortHeadline } from "./headline";

test.each([
  [{ metric: "iops", value: 38_784, unit: "1/s" }, "38.8k"],
  [{ metric: "latency_mean_ns", value: 412_000, unit: "ns" }, "412\u00a0µs"],
  [{ metric: "index", value: 1234, unit: "points" }, "1,230 points"],
])("lists write $metric with three digits", (headline, text) => {
  expect(shortHeadline({ label: "of it", better: "higher", workload: null, ...headline })).toBe(text);
});
