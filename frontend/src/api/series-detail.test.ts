import { describe, expect, it } from "vitest";
import { aSeries } from "@/testing/objects";
import { allDetails, isOnItsWay, wantsDetail, withDetail } from "./series-detail";

/** Twelve hours of seconds, drawn as means. */
const long = aSeries({ points: 43_200, last_ms: 43_200_000, mean: [1], step_ms: 28_800 });

describe("wantsDetail", () => {
  it.each([
    ["few enough samples to have all of them", { from: 0, to: 1_500_000 }, true],
    ["more samples, with shorter intervals", { from: 0, to: 21_600_000 }, true],
    ["nearly all, with hardly shorter intervals", { from: 0, to: 30_000_000 }, false],
    ["a stretch that ends after the curve", { from: 43_000_000, to: 99_000_000 }, true],
    ["a stretch beside the curve", { from: 50_000_000, to: 51_000_000 }, false],
  ])("of %s", (_, stretch, expected) => expect(wantsDetail(long, stretch)).toBe(expected));

  it("never where all samples are drawn already, or where there are none", () => {
    const stretch = { from: 0, to: 60_000 };
    const intervals = { start_ms: [0], end_ms: [1000] };
    expect(wantsDetail({ ...long, intervals, resolution: "stored" }, stretch)).toBe(false);
    expect(wantsDetail({ ...long, intervals, resolution: "buckets" }, stretch)).toBe(true);
    expect(wantsDetail(aSeries(), stretch)).toBe(false);
  });

  it("of a run that has hardly more samples than a picture has intervals", () => {
    const half = aSeries({ points: 1800, last_ms: 1_800_000, mean: [1], step_ms: 1200 });
    expect(wantsDetail(half, { from: 0, to: 900_000 })).toBe(true);
    expect(wantsDetail(half, { from: 0, to: 1_700_000 })).toBe(false);
  });

  it("where few intervals for each of many curves are still shorter", () => {
    expect(wantsDetail({ ...long, step_ms: 57_600 }, { from: 0, to: 21_600_000 }, 750)).toBe(true);
    expect(wantsDetail(long, { from: 0, to: 21_600_000 }, 750)).toBe(false);
  });
});

describe("details on their way", () => {
  const there = { data: [long], isLoading: false, failureCount: 0 };
  const coming = { data: undefined, isLoading: true, failureCount: 0 };
  const notRequested = { data: undefined, isLoading: false, failureCount: 0 };

  it("are waited for until all of them have come, those alone that were asked for", () => {
    expect(allDetails([there, coming])).toBeNull();
    expect(allDetails([there, notRequested])).toEqual([[long], undefined]);
  });

  it("are not waited for where the lab has failed to answer", () => {
    expect(isOnItsWay(coming)).toBe(true);
    expect(isOnItsWay({ ...coming, failureCount: 1 })).toBe(false);
  });
});

it("gives each series the detail of its own metric", () => {
  const latency = aSeries({ metric: "latency_mean_ns" });
  expect(withDetail([long, latency], [latency]).map(({ detail }) => detail?.metric ?? null)).toEqual([
    null,
    "latency_mean_ns",
  ]);
});
