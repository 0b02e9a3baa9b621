/** Values of tables keep every digit; charts have short forms. */
import { expect, test } from "vitest";
import { exactBytesPerSecond, exactIops, exactLatency } from "./exact-values";

test.each([
  [7_958_204, "7,958,204"],
  [41_388.31, "41,388.31"],
  [13_712.384615384615, "13,712.385"],
  [0, "0"],
  [null, "n/a"],
])("IOPS of %s are %s", (value, text) => {
  expect(exactIops(value)).toBe(text);
});

test.each([
  [54_396_000_000, "54.396 GB/s"],
  [484_300_000, "484.3 MB/s"],
  [1_234_567_891.4, "1.234567891 GB/s"],
])("a throughput of %s is %s", (value, text) => {
  expect(exactBytesPerSecond(value)).toBe(text);
});

test.each([
  [1_250_000, "1.25 ms"],
  [85_312.4, "85.312 µs"],
  [552_000, "552 µs"],
])("a latency of %s is %s", (value, text) => {
  expect(exactLatency(value)).toBe(text);
});
