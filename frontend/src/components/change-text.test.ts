/** Values of changes in words. */
import { expect, test } from "vitest";
import { messages } from "@/messages";
import { changeText, changeTexts } from "./change-text";

test("words of the lab are shown as such, everything else as a fact, and what is unknown as nothing", () => {
  expect(changeText("lifecycle", "in_service")).toBe("in service");
  expect(changeText("level", "raid10")).toBe("RAID 10");
  expect(changeText("transport", "nvme")).toBe("NVMe");
  expect(changeText("condition", "something new")).toBe("something new");
  expect(changeText("size_bytes", 3.2e12)).toBe("3.2 TB");
  expect(changeText("note", "in_service")).toBe("in_service");
  expect(changeText("battery", null)).toBeNull();
  expect(changeText("labels", { release: "24.1", slow: null })).toBe("release=24.1, slow");
  expect(changeText("labels", {})).toBe(messages.none);
});

test("of the members of an array only those that changed are told, without what only programs read", () => {
  const first = { key: "nvme1n1", kind: "drive", slot: 0, state: "online", drive_id: "01a2003c" };
  const online = { ...first, key: "nvme2n1", slot: 1 };
  const gap = { key: "slot-1", kind: "drive", slot: 1, state: "missing", drive_id: null };
  const failed = { ...online, slot: null, state: "failed" };
  expect(changeTexts("members", [first, online], [first, gap, failed])).toEqual([
    "nvme2n1 in place 1: online",
    "slot-1 in place 1: missing · nvme2n1: failed",
  ]);
  expect(changeTexts("members", [first], [first, online])).toEqual([messages.none, "nvme2n1 in place 1: online"]);
  expect(changeTexts("members", null, "x")).toEqual([null, "x"]);
  expect(changeTexts("condition", "optimal", "degraded")).toEqual(["optimal", "degraded"]);
});
