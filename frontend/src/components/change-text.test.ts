/** Values of changes in words. */
import { expect, test } from "vitest";
import { changeText } from "./change-text";

test("words of the lab are shown as such, everything else as a fact, and what is unknown as nothing", () => {
  expect(changeText("standing", "in_service")).toBe("in service");
  expect(changeText("level", "raid10")).toBe("RAID 10");
  expect(changeText("transport", "nvme")).toBe("NVMe");
  expect(changeText("condition", "something new")).toBe("something new");
  expect(changeText("size_bytes", 3.2e12)).toBe("3.2 TB");
  expect(changeText("note", "in_service")).toBe("in_service");
  expect(changeText("battery", null)).toBeNull();
});
