import { describe, expect, it } from "vitest";
import {
  changeSign,
  joinShort,
  NO_VALUE,
  shortBytes,
  shortChange,
  shortPercent,
  shortTemperature,
  shortValue,
} from "./short-values";

/** Texts are compared with spaces that one can see; the values have no-break spaces only. */
function spaced(text: string): string {
  expect(text).not.toContain(" ");
  return text.replaceAll("\u00a0", " ");
}

describe("a value of a metric", () => {
  it.each([
    ["iops", 231_456, "231k IOPS"],
    ["iops", 1_730_000, "1.73M IOPS"],
    ["iops", 13_200_000, "13.2M IOPS"],
    ["throughput_bytes_per_s", 948.04e6, "948 MB/s"],
    ["throughput_bytes_per_s", 1.6e9, "1.60 GB/s"],
    ["latency_mean_ns", 86_400, "86.4 µs"],
    ["latency_p99_ns", 1.1e6, "1.10 ms"],
  ] as const)("of %s %d is %s", (metric, value, text) => {
    expect(spaced(joinShort(shortValue(metric, value)))).toBe(text);
  });

  it("has its unit apart, and none where it is unknown", () => {
    expect(shortValue("latency_mean_ns", 148_000)).toEqual({ number: "148", unit: "µs" });
    expect(shortValue("iops", null)).toEqual({ number: NO_VALUE, unit: "" });
    expect(joinShort(shortValue("iops", Number.NaN))).toBe(NO_VALUE);
  });
});

it("writes amounts of data in decimal units", () => {
  expect(shortBytes(46.1e12)).toEqual({ number: "46.1", unit: "TB" });
  expect(spaced(joinShort(shortBytes(960e9)))).toBe("960 GB");
  expect(joinShort(shortBytes(undefined))).toBe(NO_VALUE);
});

it.each([
  [14.1, "14 %"],
  [3.24, "3.2 %"],
  [0.1637, "0.16 %"],
  [0.04, "0.04 %"],
  [20, "20 %"],
  [0, "0 %"],
  [104.4, "104 %"],
  [-0.82, "\u22120.82 %"],
])("writes a share of %d as %s", (percent, text) => {
  expect(spaced(shortPercent(percent))).toBe(text);
});

it("writes temperatures in whole degrees", () => {
  expect(spaced(shortTemperature(41.4))).toBe("41 °C");
  expect(spaced(shortTemperature(-3))).toBe("\u22123 °C");
  expect(shortTemperature(null)).toBe(NO_VALUE);
});

it.each([
  [66, 1, "+66 %"],
  [-11.2, -1, "\u221211 %"],
  [0.4, 0, "±0 %"],
  [-0.49, 0, "±0 %"],
  [0.5, 1, "+1 %"],
  [-99.8, -1, "\u221299 %"],
  [-100, -1, "\u2212100 %"],
  [1234.5, 1, "+1,235 %"],
] as const)("writes a change of %d percent with its sign", (percent, sign, text) => {
  expect(spaced(shortChange(percent))).toBe(text);
  expect(changeSign(percent)).toBe(sign);
});
