// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { readLastWorkbench, rememberWorkbench, workbenchWith } from "./last-workbench";

test("the last workbench is remembered for the session of a tab", () => {
  const last = { search: { query: "raid:10" }, runs: ["r-1", "r-2"] };
  rememberWorkbench(last);
  expect(readLastWorkbench()).toEqual(last);
  expect(JSON.parse(sessionStorage.getItem("storagelab-workbench") ?? "")).toEqual(last);
});

test("what is stored and no workbench is none", () => {
  sessionStorage.setItem("storagelab-workbench", '{"search": 3}');
  expect(readLastWorkbench()).toBeNull();
});

test("a run joins the last workbench, which stays as it was arranged", () => {
  const last = { search: { runs: "r-1", numbers: "ratio", panels: "none" } as const, runs: ["r-1"] };
  expect(workbenchWith("r-2", last)).toEqual({ runs: "r-1,r-2", numbers: "ratio", panels: "none" });
  expect(workbenchWith("r-1", last).runs).toBe("r-1");
});

test("runs that a query found stay when another joins them", () => {
  const last = { search: { query: "raid:10", newest: 2, zone: "UTC", pooled: false } as const, runs: ["r-1", "r-2"] };
  expect(workbenchWith("r-9", last)).toEqual({ runs: "r-1,r-2,r-9", pooled: false });
});

test("a run has a workbench of its own where none takes it", () => {
  expect(workbenchWith("r-2", null)).toEqual({ runs: "r-2" });
  const full = Array.from({ length: 48 }, (_, place) => `r-${place + 1}`);
  expect(workbenchWith("r-99", { search: { runs: full.join(",") }, runs: full })).toEqual({ runs: "r-99" });
});
