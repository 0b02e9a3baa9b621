/** Results of a probe in the order in which people read them. */
import { expect, test } from "vitest";
import type { ProbeResult } from "@/api/types";
import { groupProbeResults } from "./group-probe-results";

const result = (id: string, device: string | null, verdict: ProbeResult["verdict"]): ProbeResult => ({
  id,
  device,
  title: "",
  verdict,
  reason: "",
});

test("results of a probe are parted by drive, and refusals come first", () => {
  const grouped = groupProbeResults([
    result("I1", "nvme-A", "pass"),
    result("I1", "nvme-B", "pass"),
    result("I2", "nvme-A", "not_applicable"),
    result("I3", "nvme-A", "refuse"),
    result("I4", "nvme-A", "pass"),
  ]);

  expect(grouped.map(({ device, refused }) => [device, refused])).toEqual([
    ["nvme-A", true],
    ["nvme-B", false],
  ]);
  expect(grouped[0]?.groups.map(({ verdict, results }) => [verdict, results.map(({ id }) => id)])).toEqual([
    ["refuse", ["I3"]],
    ["pass", ["I1", "I4"]],
    ["not_applicable", ["I2"]],
  ]);
});

test("what concerns the whole target stands on its own", () => {
  expect(groupProbeResults([result("path", null, "refuse")]).map(({ device }) => device)).toEqual([""]);
});
