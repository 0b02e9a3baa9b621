import { describe, expect, it } from "vitest";
import { axisScale, findMetric, METRICS, TIME_METRICS } from "./metrics";

describe("metrics", () => {
  it("are found by name", () => {
    expect(findMetric("latency_mean_ns")).toBe(METRICS.latency_mean_ns);
    expect(findMetric("colour")).toBeNull();
  });

  it("call lower latency and higher throughput better", () => {
    expect(METRICS.latency_p99_ns.better).toBe("lower");
    expect(METRICS.throughput_bytes_per_s.better).toBe("higher");
  });
});

describe("axisScale", () => {
  it("writes all ticks of a latency axis in the unit of its maximum", () => {
    const scale = axisScale(METRICS.latency_mean_ns, 8_500_000);
    expect(scale.unit).toBe("ms");
    expect([0, 250_000, 2_000_000].map(scale.format)).toEqual(["0", "0.25", "2"]);
  });

  it("keeps k and M on the ticks of an IOPS axis", () => {
    const scale = axisScale(METRICS.iops, 95_000);
    expect(scale.unit).toBeNull();
    expect([0, 30_000, 1_200_000].map(scale.format)).toEqual(["0", "30k", "1.2M"]);
  });

  it("writes shares and temperatures in their own units", () => {
    expect([axisScale(TIME_METRICS.cpu, 100).unit, axisScale(TIME_METRICS.temperature, 70).unit]).toEqual(["%", "°C"]);
    expect(axisScale(TIME_METRICS.queue, 256).format(256)).toBe("256");
    expect(TIME_METRICS.temperature.format(41.25)).toBe("41.3 °C");
  });

  it("takes the smallest unit for an empty axis", () => {
    expect(axisScale(METRICS.throughput_bytes_per_s, 0).unit).toBe("B/s");
    expect(axisScale(METRICS.latency_max_ns, 0).unit).toBe("µs");
  });
});
