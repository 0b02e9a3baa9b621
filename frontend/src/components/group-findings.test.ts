/** Findings in the order in which people read them. */
import { expect, test } from "vitest";
import type { Finding } from "@/api/types";
import { groupFindings } from "./group-findings";

const finding = (id: string, device: string | null, verdict: Finding["verdict"]): Finding => ({
  id,
  device,
  title: "",
  verdict,
  reason: "",
});

test("findings are parted by drive, and refusals come first", () => {
  const grouped = groupFindings([
    finding("I1", "nvme-A", "pass"),
    finding("I1", "nvme-B", "pass"),
    finding("I2", "nvme-A", "not_applicable"),
    finding("I3", "nvme-A", "refuse"),
    finding("I4", "nvme-A", "pass"),
  ]);

  expect(grouped.map(({ device, refused }) => [device, refused])).toEqual([
    ["nvme-A", true],
    ["nvme-B", false],
  ]);
  expect(grouped[0]?.groups.map(({ verdict, findings }) => [verdict, findings.map(({ id }) => id)])).toEqual([
    ["refuse", ["I3"]],
    ["pass", ["I1", "I4"]],
    ["not_applicable", ["I2"]],
  ]);
});

test("what concerns the whole target stands on its own", () => {
  expect(groupFindings([finding("path", null, "refuse")]).map(({ device }) => device)).toEqual([""]);
});
