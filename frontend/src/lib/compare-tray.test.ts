// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { readTray, toggleInTray, writeTray } from "./compare-tray";

beforeEach(() => writeTray([]));

test("runs are added once, removed again and kept in order", () => {
  toggleInTray("r-2");
  toggleInTray("r-1");
  expect(readTray()).toEqual(["r-2", "r-1"]);
  toggleInTray("r-2");
  expect(readTray()).toEqual(["r-1"]);
  expect(sessionStorage.getItem("storagelab-comparison")).toBe("r-1");
});

test("a full tray takes no more", () => {
  writeTray(Array.from({ length: 12 }, (_, index) => `r-${index}`));
  toggleInTray("r-99");
  expect(readTray()).toHaveLength(12);
  expect(readTray()).not.toContain("r-99");
});

test("a browser that keeps nothing still gathers while the page is open", () => {
  const refuse = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("refused");
  });
  toggleInTray("r-1");
  expect(readTray()).toEqual(["r-1"]);
  refuse.mockRestore();
});
