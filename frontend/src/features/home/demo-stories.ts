/** The stories that the demo data tell on a first visit, and their pictures from stored results. */
import type { Derived, RunSummary } from "@/api/types";
import type { home as words } from "@/messages/home";
import type { ThumbnailData } from "@/parts/thumbnail";

/** Titles of runs of the demo data. */
const TITLES = {
  replay: "HP P420i, four SSDs in RAID0",
  depths: ["HP P420i, four SSDs in RAID0", "HP P420i, one Intel SSD"],
  layouts: ["JBOD", "RAID10", "RAID5"].map((level) => [`${level} 1x PERC 12`, `${level} 2x PERC 12`]),
  rebuilds: ["RAID10 1x PERC 12", "RAID10 2x PERC 12", "RAID5 1x PERC 12", "RAID5 2x PERC 12"],
} as const;
const REBUILDING = (title: string) => `${title}, rebuilding`;
const FIGURE = "Random read IOPS";
const SWEEP = "4K random read, 1 thread";

export interface DemoStory {
  key: keyof typeof words.first.stories;
  /** Numbers of its runs. */
  runs: readonly string[];
  picture: ThumbnailData | null;
}

/** Return the run with a curve that is played again. */
export function replayedRun(runs: readonly RunSummary[]): RunSummary | null {
  return findRun(runs, TITLES.replay);
}

/** Return the runs whose sweeps a story draws. */
export function sweptRuns(runs: readonly RunSummary[]): RunSummary[] {
  return foundRuns(runs, TITLES.depths);
}

/** Return the stories whose runs are there, in their order; `measured` is the run of the demo data that falls to a plateau. */
export function demoStories(
  runs: readonly RunSummary[],
  derived: readonly (Derived | undefined)[],
  measured: Pick<RunSummary, "number" | "verdict"> | null = null,
): DemoStory[] {
  const depths = sweptRuns(runs);
  const layouts = foundRuns(runs, TITLES.layouts.flat());
  const rebuilds = foundRuns(
    runs,
    TITLES.rebuilds.flatMap((title) => [title, REBUILDING(title)]),
  );
  const stories: DemoStory[] = [
    { key: "depths", runs: numbersOf(depths), picture: sweepLines(derived) },
    { key: "precondition", runs: measured ? [measured.number] : [], picture: roundsCurve(measured) },
    { key: "layouts", runs: numbersOf(layouts), picture: layoutCells(runs) },
    { key: "rebuilds", runs: numbersOf(rebuilds), picture: rebuildBars(rebuilds) },
  ];
  return stories.filter((story) => story.runs.length > 0);
}

const findRun = (runs: readonly RunSummary[], title: string): RunSummary | null =>
  runs.find((run) => run.origin === "published" && run.title === title) ?? null;

const foundRuns = (runs: readonly RunSummary[], titles: readonly string[]): RunSummary[] =>
  titles.map((title) => findRun(runs, title)).filter((run) => run !== null);

const numbersOf = (runs: readonly RunSummary[]): string[] => runs.map(({ number }) => number);

const iopsOf = (run: RunSummary | null): number | null =>
  run?.headline.find(({ label }) => label === FIGURE)?.value ?? null;

function sweepLines(derived: readonly (Derived | undefined)[]): ThumbnailData | null {
  const series = derived.flatMap((each) => {
    const sweep = each?.sweeps.find(({ label }) => label === SWEEP);
    return sweep ? [sweep.points.map(({ iops }) => iops)] : [];
  });
  return series.length > 0 ? { kind: "lines", series } : null;
}

function roundsCurve(run: Pick<RunSummary, "verdict"> | null): ThumbnailData | null {
  const values = run?.verdict?.rounds;
  return values && values.length > 1 ? { kind: "curve", values } : null;
}

/** Rows are levels and columns controllers, as shares of the highest. */
function layoutCells(runs: readonly RunSummary[]): ThumbnailData | null {
  const rows = TITLES.layouts.map((titles) => titles.map((title) => iopsOf(findRun(runs, title))));
  const highest = Math.max(0, ...rows.flat().map((value) => value ?? 0));
  if (highest === 0) return null;
  return { kind: "cells", rows: rows.map((row) => row.map((value) => (value === null ? null : value / highest))) };
}

function rebuildBars(runs: readonly RunSummary[]): ThumbnailData | null {
  const values = runs.map((run) => iopsOf(run) ?? 0);
  return values.some((value) => value > 0) ? { kind: "bars", values } : null;
}
