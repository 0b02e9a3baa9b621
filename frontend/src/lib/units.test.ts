import { describe, expect, it, test } from "vitest";
import {
  digitsApart,
  formatBinaryBytes,
  formatBytes,
  formatBytesPerSecond,
  formatCount,
  formatDateTime,
  formatDay,
  formatDuration,
  formatElapsed,
  formatElapsedTick,
  formatIops,
  formatLatency,
  formatNumber,
  formatPercent,
  formatRelative,
  formatShare,
  formatTimeOfDay,
} from "./units";

describe("unknown values", () => {
  it.each([formatNumber, formatIops, formatBytesPerSecond, formatLatency, formatBytes, formatPercent, formatDuration])(
    "%o says n/a",
    (format) => {
      for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) expect(format(value)).toBe("n/a");
    },
  );

  it("of a moment says n/a, and so does nonsense", () => {
    expect(formatDateTime(null)).toBe("n/a");
    expect(formatDateTime("yesterday")).toBe("n/a");
  });
});

describe("formatNumber", () => {
  it.each([
    [0, "0"],
    [1234567, "1,230,000"],
    [0.012345, "0.0123"],
    [9.999, "10.0"],
    [-5.5, "\u22125.50"],
    [100, "100"],
  ])("writes %d as %s", (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it("takes digits, trimming and a sign", () => {
    expect(formatNumber(1234.5678, { digits: 6 })).toBe("1,234.57");
    expect(formatNumber(31, { sign: true, trim: true })).toBe("+31");
    expect(formatNumber(2.5, { trim: true })).toBe("2.5");
  });
});

describe("formatIops", () => {
  it.each([
    [0, "0"],
    [7, "7"],
    [512, "512"],
    [31_234, "31.2k"],
    [999_960, "1.00M"],
    [1_250_000, "1.25M"],
    [12.345, "12.3"],
    [-95_000, "\u221295.0k"],
  ])("writes %d as %s", (value, text) => {
    expect(formatIops(value)).toBe(text);
  });

  it("gives tables four digits and axes no trailing zeros", () => {
    expect(formatIops(31_234, { digits: 4 })).toBe("31.23k");
    expect(formatIops(120_000, { trim: true })).toBe("120k");
  });
});

describe("formatLatency", () => {
  it.each([
    [0, "0 µs"],
    [850, "0.850 µs"],
    [85_300, "85.3 µs"],
    [999_960, "1.00 ms"],
    [8_123_456, "8.12 ms"],
    [1_500_000_000, "1.50 s"],
    [90_000_000_000, "90.0 s"],
  ])("writes %d ns as %s", (value, text) => {
    expect(formatLatency(value)).toBe(text);
  });
});

describe("bytes", () => {
  it("writes throughput and drive sizes in decimal units, block sizes in powers of two", () => {
    expect(formatBytesPerSecond(512_400_000)).toBe("512 MB/s");
    expect(formatBytesPerSecond(6_871_947_674)).toBe("6.87 GB/s");
    expect(formatBytes(960_197_124_096)).toBe("960 GB");
    expect(formatBytes(8_140_000_000_000_000)).toBe("8.14 PB");
    expect(formatBinaryBytes(4096)).toBe("4 KiB");
    expect(formatBinaryBytes(512)).toBe("512 B");
    expect(formatBinaryBytes(268_435_456)).toBe("256 MiB");
  });
});

describe("formatPercent", () => {
  it("takes 0 to 100 and can write the sign of a difference", () => {
    expect(formatPercent(12.34)).toBe("12.3 %");
    expect(formatPercent(20)).toBe("20 %");
    expect(formatPercent(31, { sign: true })).toBe("+31 %");
    expect(formatPercent(-18, { sign: true })).toBe("\u221218 %");
  });
});

describe("formatShare", () => {
  it("never rounds a part of a whole to all of it or to none", () => {
    expect(formatShare(99.94)).toBe("99.9 %");
    expect(formatShare(99.96)).toBe("> 99.9 %");
    expect(formatShare(99.999996, { digits: 7 })).toBe("> 99.99999 %");
    expect(formatShare(99.6, { digits: 2 })).toBe("> 99 %");
    expect(formatShare(0.00001)).toBe("0.00001 %");
    expect(formatShare(0)).toBe("0 %");
    expect(formatShare(100)).toBe("100 %");
    expect(formatShare(null)).toBe("n/a");
  });

  it("takes what summing up leaves below a hundred for a hundred", () => {
    expect(formatShare(99.99999999999997)).toBe("100 %");
    expect(formatShare(100.00000000000003)).toBe("100 %");
  });
});

describe("formatRelative", () => {
  it("gives less a minus sign and nothing none, and only what is nothing is a whole hundred percent less", () => {
    expect(formatRelative(0.82)).toBe("\u221218 %");
    expect(formatRelative(1.0526)).toBe("+5.3 %");
    expect(formatRelative(1.0001)).toBe("0 %");
    expect(formatRelative(0.0005)).toBe("< \u221299.9 %");
    expect(formatRelative(0.0001)).toBe("< \u221299.9 %");
    expect(formatRelative(0)).toBe("\u2212100 %");
  });
});

describe("digitsApart", () => {
  it("is as many digits as tell two values apart", () => {
    expect(digitsApart(18, 20)).toBe(3);
    expect(digitsApart(20.04, 20)).toBe(4);
    expect(digitsApart(19.9996, 20)).toBe(6);
    expect(digitsApart(20, 20)).toBe(3);
    expect(digitsApart(20 + 1e-14, 20)).toBe(3);
  });
});

describe("time", () => {
  it.each([
    [0, "0 s"],
    [1.5, "1.5 s"],
    [59.6, "1 min"],
    [125, "2 min 5 s"],
    [15_000, "4 h 10 min"],
    [90_061, "1 d 1 h"],
    [3605, "1 h"],
    [-30, "\u221230 s"],
  ])("writes %d s as %s", (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  it.each([
    [0, "0:00:00"],
    [250_000, "0:04:10"],
    [129_600_000, "36:00:00"],
    [-1000, "\u22120:00:01"],
  ])("writes %d ms on the clock as %s", (milliseconds, text) => {
    expect(formatElapsed(milliseconds)).toBe(text);
  });

  it("writes a moment in a time zone", () => {
    expect(formatDateTime("2026-11-21T01:40:05Z", "UTC")).toBe("21 Nov 2026, 01:40:05");
  });

  it("writes it in the reader's own zone as in any other", () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    for (let month = 0; month < 12; month += 1) {
      const moment = new Date(2026, month, month + 1, month, 5, 0).toISOString();
      expect(formatDateTime(moment)).toBe(formatDateTime(moment, timeZone));
    }
  });

  it("writes its day and its time apart", () => {
    expect(formatDay("2026-11-21T23:40:05Z", "UTC")).toBe("Sat, 21 November 2026");
    expect(formatDay("2026-11-21T23:40:05Z", "Asia/Tokyo")).toBe("Sun, 22 November 2026");
    expect(formatTimeOfDay("2026-11-21T01:40:05Z", "UTC")).toBe("01:40");
  });
});

describe("formatCount", () => {
  it.each([
    [0, "0"],
    [14_400, "14,400"],
    [6_912_345, "6,912,345"],
  ])("%d", (value, text) => {
    expect(formatCount(value)).toBe(text);
  });
});

test.each([
  [0, "0"],
  [45_000, "45\u00a0s"],
  [90_000, "90\u00a0s"],
  [600_000, "10\u00a0min"],
  [3_600_000, "1\u00a0h"],
  [5_400_000, "1:30"],
  [5_405_000, "1:30:05"],
  [-90_000, "\u221290\u00a0s"],
  [-7_200_000, "\u22122\u00a0h"],
])("on an axis %i ms are %j", (milliseconds, text) => {
  expect(formatElapsedTick(milliseconds)).toBe(text);
});
