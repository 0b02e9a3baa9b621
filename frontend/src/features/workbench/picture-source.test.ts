import { expect, test } from "vitest";
import { entriesOf } from "@/charts/workbench/entries";
import { aComparison, anEntry } from "@/testing/comparison-objects";
import { pictureSource } from "./picture-source";

type Row = Parameters<typeof pictureSource>[0]["factors"]["rows"][number];
const row = (label: string, ...values: (string | null)[]): Row => ({
  key: label,
  label,
  group: "array",
  state: "differs",
  cells: values.map((value) => ({ value, state: value === null ? "unknown" : "same" })),
});

test("a picture names its runs and their configuration, of those that it shows", () => {
  const comparison = aComparison({
    entries: ["r-1", "r-2", "r-3"].map((key) => anEntry(key)),
    factors: {
      ...aComparison().factors,
      rows: [
        row("RAID level", "10", "5", "6"),
        row("Drives", "8", "8", "4"),
        row("BIOS", null, "1.2", "1.2"),
        row("Cache", null, null, "1 GiB"),
      ],
    },
  });
  expect(pictureSource(comparison, entriesOf(comparison, ["r-3"]))).toEqual([
    "r-1 System r-1, r-2 System r-2",
    "Differs: RAID level 10 / 5",
    "Same: Drives 8",
  ]);
});
