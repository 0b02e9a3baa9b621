import { expect, test } from "vitest";
import { METRICS } from "@/lib/metrics";
import { figureText } from "./numbers";

const cell = { median: 131_000, ratio: 1.31 };

test("a figure is written as it is, as a difference or as a ratio", () => {
  expect(figureText(cell, METRICS.iops, "absolute")).toBe("131.0k");
  expect(figureText(cell, METRICS.iops, "relative")).toBe("+31 %");
  expect(figureText(cell, METRICS.iops, "ratio")).toBe("1.310 ×");
});

test("what rests on an approximate figure says so", () => {
  const about = { ...cell, approximate: true };
  expect(figureText(about, METRICS.iops, "absolute")).toBe("≈ 131.0k");
  expect(figureText(about, METRICS.iops, "relative")).toBe("≈ +31 %");
});

test("a percentile that was interpolated says so", () => {
  const estimated = { ...cell, estimated: true };
  expect(figureText(estimated, METRICS.latency_p99_ns, "relative")).toBe("+31 % (estimated)");
  expect(figureText({ ...estimated, approximate: true }, METRICS.latency_p99_ns, "ratio")).toBe(
    "≈ 1.310 × (estimated)",
  );
  expect(figureText({ median: null, ratio: null, estimated: true }, METRICS.latency_p99_ns, "absolute")).toBe("n/a");
});

test("what is not known is not a number", () => {
  expect(figureText({ median: null, ratio: null }, METRICS.iops, "absolute")).toBe("n/a");
  expect(figureText({ median: 1, ratio: null }, METRICS.iops, "ratio")).toBe("n/a");
});
