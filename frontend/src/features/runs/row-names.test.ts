/** Names of the rows of runs. */
import { expect, test } from "vitest";
import type { RunRow } from "@/api/run-table";
import { aRunRow } from "@/testing/run-table-objects";
import { rowNames } from "./row-names";

const PM9A3 = { model: "PM9A3", drives: 8, raid: "RAID 10", firmware: "1.3.2", strip: 65_536 };
const made = (facts: RunRow["facts"], changes: Partial<RunRow> = {}) =>
  aRunRow({ title: "Quick 4K on rack-4", facts, ...changes });
const named = (rows: readonly RunRow[], group?: string) => rows.map(rowNames(rows, group)).map(({ title }) => title);

test("rows are named by their drives and by the values that most others do not have", () => {
  const rows = [
    made(PM9A3),
    made(PM9A3),
    made({ ...PM9A3, firmware: "1.4.0" }),
    made({ ...PM9A3, condition: "rebuilding" }),
    made({ model: "P5520", drives: 1, raid: "RAID 5", firmware: "8.8.1" }),
  ];
  expect(named(rows)).toEqual([
    "8 × PM9A3",
    "8 × PM9A3",
    "8 × PM9A3 · fw 1.4.0",
    "8 × PM9A3 · rebuilding",
    "P5520 · RAID 5",
  ]);
});

test("values without a majority are in every name, and the field of the groups is in none", () => {
  const rows = [made(PM9A3), made({ ...PM9A3, raid: "RAID 6" })];
  expect(named(rows)).toEqual(["8 × PM9A3 · RAID 10", "8 × PM9A3 · RAID 6"]);
  expect(named(rows, "raid")).toEqual(["8 × PM9A3", "8 × PM9A3"]);
});

test("what is not in the name stands below it, each once", () => {
  const profile = { name: "steady", version: 1, title: "Steady 4K" };
  const rows = [
    made(PM9A3),
    made(PM9A3),
    made({ ...PM9A3, strip: 131_072 }, { profile, title: "Steady 4K on rack-4" }),
  ];
  const [usual, , other] = rows.map(rowNames(rows));
  expect(usual?.about).toEqual(["fw 1.3.2", "strip 64 KiB", "Quick 4K", "rack-4"]);
  expect(other).toEqual({ title: "8 × PM9A3 · strip 128 KiB · Steady 4K", about: ["fw 1.3.2", "rack-4"] });
});

test("the title that somebody gave stays the name, and so does that of a run without known drives", () => {
  const rows = [made(PM9A3, { title: "Before the update" }), made(PM9A3), made({})];
  const [own, , unknown] = rows.map(rowNames(rows));
  const configuration = { id: "c", number: "c-2", name: "RAID 5 of four" };
  const model = rowNames(rows)(made({ raid: "RAID 5", controller: "HBA" }, { configuration }));
  expect(model.about).toEqual(["RAID 5 of four", "HBA"]);
  expect(own).toEqual({
    title: "Before the update",
    about: ["8 × PM9A3", "fw 1.3.2", "strip 64 KiB", "Quick 4K", "rack-4"],
  });
  expect(unknown).toEqual({ title: "Quick 4K on rack-4", about: ["NVMe scratch"] });
});
