/** Tiles of a dashboard: their texts for an entry with and without a usual result. */
import { expect, test } from "vitest";
import type { EntryFigure } from "@/api/types";
import { entriesOf } from "@/charts/workbench/entries";
import { aComparison, anEntry } from "@/testing/comparison-objects";
import { spreadOf, spreadText, type Tile, usualText } from "./dashboard-figures";

function aFigure(entry: string, value: number, workload = "4K read"): EntryFigure {
  const figure = { metric: "iops", label: "IOPS", value, unit: "1/s", better: "higher" as const, workload };
  return {
    entry,
    run_number: entry,
    state: "finished",
    finished_at: null,
    figure,
    history: [],
    usual: null,
    change_percent: null,
    comparison: null,
    since: null,
  };
}

function tilesWith(...figures: EntryFigure[]): Tile[] {
  const comparison = aComparison({ entries: figures.map(({ entry }) => anEntry(entry)) });
  const entries = entriesOf(comparison, []);
  return figures.flatMap((figure, place) => {
    const entry = entries[place];
    return entry ? [{ entry, figure }] : [];
  });
}

const spreads = (tiles: readonly Tile[]) =>
  tiles.map((tile) => {
    const spread = spreadOf(tile, tiles);
    return spread && [spread.from?.percent ?? null, spread.from?.isBaseline ?? null, spreadText(spread, 1)];
  });

test("an entry without earlier runs is compared with the baseline and with all others", () => {
  const tiles = tilesWith(aFigure("r-1", 100), aFigure("r-2", 150), aFigure("r-3", 80));
  expect(spreads(tiles)).toEqual([
    [null, null, "baseline, 1 run, 2nd of 3"],
    [50, true, "1 run, 1st of 3"],
    [-20, true, "1 run, 3rd of 3"],
  ]);
});

test("figures of another workload are compared with the best of their own", () => {
  const tiles = tilesWith(
    aFigure("r-1", 100),
    aFigure("r-2", 40, "8K"),
    aFigure("r-3", 50, "8K"),
    aFigure("r-4", 9, "x"),
  );
  expect(spreads(tiles)).toEqual([
    [null, null, "baseline, 1 run"],
    [-20, false, "1 run, 2nd of 2"],
    [null, null, "1 run, 1st of 2"],
    [null, null, "1 run"],
  ]);
});

test("the usual range names its runs, and a run without a figure has none", () => {
  const usual = { median: 100e3, low: 99e3, high: 101e3, run_count: 4 };
  expect(usualText({ ...aFigure("r-1", 100e3), usual })).toBe("99.0k to 101k\u00a0IOPS, n 4");
  const [running] = tilesWith({ ...aFigure("r-1", 0), figure: null });
  expect(running && spreadOf(running, [running])).toBeNull();
});
