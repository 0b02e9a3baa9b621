/** Preparation steps in words. */
import { expect, test } from "vitest";
import { evidenceText, secondsOf } from "./operation-text";

test("evidence is written out, device by device", () => {
  const devices = [
    { path: "/dev/sdb", bytes: 1_048_576, zeroes: true, note: null },
    { path: "/dev/sdc", bytes: 0, zeroes: false, note: "" },
  ];
  expect(evidenceText({ devices, tools: ["nvme", "blkid"] })).toBe(
    "devices: path /dev/sdb, bytes 1,048,576, zeroes yes · path /dev/sdc, bytes 0, zeroes no, tools nvme blkid",
  );
  expect(evidenceText({})).toBe("–");
});

test("a step that has not ended has no duration", () => {
  expect(secondsOf({ started_at: "2026-11-21T09:00:00Z", finished_at: "2026-11-21T09:00:01.5Z" })).toBe(1.5);
  expect(secondsOf({ started_at: "2026-11-21T09:00:00Z", finished_at: null })).toBeNull();
});
