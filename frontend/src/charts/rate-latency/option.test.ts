import { expect, test } from "vitest";
import { kneeSample } from "../queue-depth/sample";
import { THEMES } from "../theme";
import { rateLatency } from "./definition";
import { bothCurves, rateLatencyOption } from "./option";

const data = kneeSample();
const VIEW = { width: 480, height: 300, interactive: true, wideFrom: 280 };

test("points have a rate and a latency, joined in the order of their loads", () => {
  const { source } = data;
  const latency = source.latency_p99_ns?.map((value, place) => (place === 0 ? null : value)) ?? [];
  const curves = bothCurves({ ...data, source: { ...source, latency_p99_ns: latency } });
  expect(curves.map(({ name, points }) => [name, points.length])).toEqual([
    ["RAID 10", 8],
    ["RAID 5", 9],
    ["RAID 6", 9],
  ]);
  expect(curves[0]?.points.map(({ outstanding }) => outstanding)).toEqual([2, 4, 8, 16, 32, 64, 128, 256]);
});

test("latency has a logarithmic axis, and lines have their names", () => {
  const option = rateLatencyOption(data, THEMES.light, VIEW);
  expect([option.xAxis[0]?.type, option.yAxis[0]?.type]).toEqual(["value", "log"]);
  expect(option.series.filter(({ id }) => String(id).startsWith("ends"))).toHaveLength(1);
  expect(rateLatency.describe(data)).toContain("RAID 10 reaches ");
  expect(rateLatency.describe({ source: {} })).toBe("No measurement has both a rate and a latency.");
});
