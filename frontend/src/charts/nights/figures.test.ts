/** Panels of single runs by date: their lines, and what they leave out. */
import { expect, test } from "vitest";
import type { Measurements } from "@/api/types";
import { aComparison, aDrawnRun, anEntry } from "@/testing/comparison-objects";
import { aPanel } from "@/testing/dashboard-objects";
import { someMeasurements } from "@/testing/result-objects";
import type { Panel, ResultPanel } from "../workbench/document";
import { entriesOf } from "../workbench/entries";
import { factsOf } from "../workbench/facts";
import type { PanelData } from "../workbench/panel-data";
import { latestFigure, nightlyFigure, nightMapFigure, verdictsFigure } from "./figures";

const panel = (changes: Partial<Panel> = {}) => aPanel({ chart: "nightly", ...changes } as never) as ResultPanel;
const WRITE = { random: 100, blockBytes: 4096 } as const;

/** Nights of two entries: five repeats that are taken together, the last of them worse, and one run alone. */
function nightContext(changes: { undated?: boolean } = {}): PanelData {
  const numbers = ["r-1", "r-2", "r-3", "r-4", "r-5"];
  const runs = numbers.map((number) => ({ id: number, number, title: number, left_out: null }));
  const drawn = numbers.map((number, night) =>
    aDrawnRun(number, {
      started_at: changes.undated ? null : `2026-11-0${night + 1}T22:00:00Z`,
      verdict: night === 1 ? "not_steady" : "steady",
    }),
  );
  const failed = aDrawnRun("r-9", { state: "failed", started_at: "2026-11-05T23:00:00Z" });
  const comparison = aComparison({
    entries: [anEntry("r-1", { label: "RAID 10", runs, n: 5 }), anEntry("r-9", { label: "RAID 5", n: 0 })],
    runs: [...drawn, failed],
    pooled: true,
  });
  const measurements = someMeasurements(
    [100, 101, 99, 100, 80].map((iops, night) => ({ run: numbers[night] ?? "", iops, outstanding: 4, ...WRITE })),
  ) as Measurements;
  const shown = entriesOf(comparison, []);
  const facts = factsOf(comparison, shown, measurements);
  return {
    comparison,
    align: "start",
    entries: shown,
    shown,
    measurements,
    runMeasurements: measurements,
    facts,
    numbers: "absolute",
  };
}

test("a line has each run of its configuration, and the remark since when it is worse", () => {
  const figure = nightlyFigure(panel(), nightContext());
  if ("reason" in figure) throw new Error(figure.reason);
  expect(figure.data.lines.map(({ name, runs }) => [name, runs.map(({ value }) => value)])).toEqual([
    ["RAID 10", [100, 101, 99, 100, 80]],
    ["RAID 5", [null]],
  ]);
  expect(figure.remark).toBe(
    "Worse than usual: RAID 10, since 5 Nov. No values: RAID 5. Diamonds are worse than usual. Triangles are not steady.",
  );
});

test("entries of one configuration are one line where repeats are apart", () => {
  const { shown, ...context } = nightContext();
  const [first] = shown;
  if (!first) throw new Error("no entry");
  const apart = first.runs.map((run, place) => ({
    ...first,
    key: run.number,
    order: place,
    runs: [run],
    drawn: first.drawn.filter(({ number }) => number === run.number),
  }));
  const figure = latestFigure(panel({ chart: "latest" }), { ...context, shown: apart });
  if ("reason" in figure) throw new Error(figure.reason);
  expect(figure.data.lines.map(({ name, runs }) => [name, runs.length])).toEqual([["System r-1", 5]]);
});

/** A row of the table of factors with a value for each of two entries. */
const factor = (key: string, values: readonly [string | null, string | null]) => ({
  key,
  label: key === "drives.firmware" ? "Firmware of the drives" : key,
  group: "drives" as const,
  state: "differs" as const,
  cells: values.map((value) => ({ value, state: value === null ? ("unknown" as const) : ("same" as const) })),
});

/** Four nights of two configurations, two each, with these facts. */
function updated(...rows: ReturnType<typeof factor>[]): PanelData {
  const { comparison, ...context } = nightContext();
  const runs = ["r-1", "r-2", "r-3", "r-4"].map((number) => ({ id: number, number, title: number, left_out: null }));
  const factors = { ...comparison.factors, rows };
  const entries = [anEntry("r-1", { runs: runs.slice(0, 2), n: 2 }), anEntry("r-3", { runs: runs.slice(2), n: 2 })];
  const shown = entriesOf({ ...comparison, factors, entries }, []);
  return { ...context, comparison: { ...comparison, factors, entries }, entries: shown, shown };
}

function changesOf(context: PanelData) {
  const figure = nightlyFigure(panel(), context);
  if ("reason" in figure) throw new Error(figure.reason);
  return figure.data.lines.map(({ runs }) => runs.map(({ firmware }) => firmware?.map(({ from, to }) => [from, to])));
}

test("a line goes on through a change of firmware, with a mark", () => {
  const size = factor("drives.size", ["1 TB", "1 TB"]);
  expect(changesOf(updated(size, factor("drives.firmware", ["1.0", "1.1"])))).toEqual([
    [undefined, undefined, [["1.0", "1.1"]], undefined],
  ]);
});

test("firmware that is not known is no change, and other differences are other lines", () => {
  const apart = [
    [undefined, undefined],
    [undefined, undefined],
  ];
  expect(changesOf(updated(factor("drives.firmware", [null, "1.1"])))).toEqual(apart);
  expect(changesOf(updated(factor("drives.firmware", ["1.0", "1.0"])))).toEqual(apart);
  const size = factor("drives.size", ["1 TB", "2 TB"]);
  expect(changesOf(updated(size, factor("drives.firmware", ["1.0", "1.1"])))).toEqual(apart);
});

test("a panel without dates, values or earlier runs says which", () => {
  expect(nightlyFigure(panel(), nightContext({ undated: true }))).toEqual({ reason: "None of these runs has a date." });
  expect(nightlyFigure(panel({ workload: "8K read" }), nightContext())).toHaveProperty("reason");
  expect(nightlyFigure(panel({ metric: "latency_p99_ns" }), nightContext())).toHaveProperty("reason");
  const { shown, ...context } = nightContext();
  const few = shown.map((entry) => ({ ...entry, drawn: entry.drawn.slice(0, 2) }));
  expect(nightMapFigure(panel(), { ...context, shown: few })).toEqual({
    reason: "What is usual needs three earlier runs of a configuration.",
  });
  expect(nightlyFigure(panel(), { ...context, shown: few })).toHaveProperty("data");
});

test("verdicts have every run that ended, also those without values", () => {
  const figure = verdictsFigure(nightContext());
  if ("reason" in figure) throw new Error(figure.reason);
  expect(figure.data.runs.map(({ outcome }) => outcome)).toEqual([
    "steady",
    "not_steady",
    "steady",
    "steady",
    "steady",
    "failed",
  ]);
});
