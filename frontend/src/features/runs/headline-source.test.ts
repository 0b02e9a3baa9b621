/** What stands behind a headline number. */
import { expect, test } from "vitest";
import { aVerdict } from "@/testing/objects";
import { aMeasurement, aPhase } from "@/testing/result-objects";
import { behindHeadline } from "./headline-source";

const headline = { metric: "iops", label: "Random read IOPS", value: 38_780, unit: "1/s", better: "higher" } as const;

test("a figure of one phase names it, with its I/Os", () => {
  const phases = [
    aPhase({ ordinal: 4, name: "Read QD16", measurement: aMeasurement() }),
    aPhase({ measurement: aMeasurement({ iops: 5 }) }),
  ];
  expect(behindHeadline(headline, { phases, verdict: null })).toBe("phase 4. Read QD16, n = 2.33M I/Os");
  const latency = { ...headline, metric: "latency_mean_ns", value: 412_000, unit: "ns", better: "lower" } as const;
  const [only] = phases;
  expect(behindHeadline(latency, { phases: only ? [only] : [], verdict: null })).toBe("phase 4. Read QD16");
});

test("a steady figure is the average of its window", () => {
  const verdict = aVerdict({ mean: 38_780, window: [2, 6] });
  expect(behindHeadline(headline, { phases: [], verdict })).toBe("mean of 5 rounds");
});

test("a figure that two phases have, or none, is not ascribed to any", () => {
  const twice = [1, 2].map((ordinal) => aPhase({ ordinal, measurement: aMeasurement() }));
  expect(behindHeadline(headline, { phases: twice, verdict: null })).toBeNull();
  expect(behindHeadline(headline, { phases: [], verdict: null })).toBeNull();
});
