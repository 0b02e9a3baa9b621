import { expect, test } from "vitest";
import { datesText, daysOf, narrowedEntries, narrowingOf, startedOn } from "./narrowing";

const NOW = new Date("2026-11-24T12:00:00");
const QUERIED = { query: "raid:5 OR raid:6", newest: 20, time_zone: "UTC" };
const NAMED = { runs: ["r-1", "r-2"] };

test("an address without query and dates narrows nothing", () => {
  expect(narrowingOf(QUERIED, {})).toBeNull();
  expect(narrowedEntries(QUERIED, null, ["r-1"])).toBe(QUERIED);
});

test.each([
  [QUERIED, { started: "-7d" }, "(raid:5 OR raid:6) started:-7d"],
  [QUERIED, { q: "raid:10" }, "raid:10"],
  [QUERIED, { q: "" }, ""],
  [NAMED, { started: "2026-11-01.." }, "started:2026-11-01.."],
] as const)("dates join the query of %o", (entries, search, q) => {
  expect(narrowingOf({ ...entries } as typeof QUERIED, search)?.q).toBe(q);
});

test("what is narrowed is saved as a query, or as the runs that are left", () => {
  const narrowing = { q: "raid:10", time_zone: "UTC" };
  expect(narrowedEntries(QUERIED, narrowing, ["r-1"])).toEqual({ ...QUERIED, query: "raid:10" });
  expect(narrowedEntries(NAMED, narrowing, ["r-2"])).toEqual({ runs: ["r-2"] });
});

test.each([
  [undefined, "Any date"],
  ["-24h", "Last 24 hours"],
  ["-1d", "Last day"],
  ["-7d", "Last 7 days"],
  ["2026-10-26..2026-11-24", "26 Oct to 24 Nov"],
  ["2025-10-26..", "Since 26 Oct 2025"],
  ["..2026-11-24", "Until 24 Nov"],
])("dates %s are %s", (started, text) => {
  expect(datesText(started, NOW).replaceAll("\u00a0", " ")).toBe(text);
});

test("days of an address are read and written", () => {
  expect(daysOf("-7d")).toEqual({ from: "", to: "" });
  expect(daysOf("..2026-11-24")).toEqual({ from: "", to: "2026-11-24" });
  expect(startedOn({ from: "2026-11-01", to: "" })).toBe("2026-11-01..");
  expect(startedOn({ from: "", to: "" })).toBeUndefined();
});
