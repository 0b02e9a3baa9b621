import { expect, it } from "vitest";
import { changeLook } from "./change";

it.each([
  [66, "iops", "up", "good"],
  [-11, "iops", "down", "bad"],
  [-40, "latency_p99_ns", "down", "good"],
  [6, "latency_mean_ns", "up", "bad"],
  [0.4, "latency_mean_ns", null, "flat"],
  [-0.4, "throughput_bytes_per_s", null, "flat"],
  [12, null, "up", "flat"],
] as const)("a change of %d percent in %s points %s and is %s", (percent, metric, arrow, tone) => {
  expect(changeLook(percent, metric)).toMatchObject({ arrow, tone });
});
