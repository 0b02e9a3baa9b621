/** Stories of the demo data for a first visit, with pictures from stored results. */
import type { DemoData, Derived, RunSummary } from "@/api/types";
import type { ThumbnailData } from "@/parts/thumbnail";

type Measured = DemoData["measured"][number];
type StoryName = Exclude<Measured["name"], "rebuild">;

/** In their order. */
const STORIES = ["sweep", "precondition", "campaign", "regression"] as const satisfies readonly StoryName[];

export interface DemoStory {
  name: StoryName;
  /** Numbers of its runs. */
  runs: readonly string[];
  /** The share that its runs came with. */
  share: string | null;
  picture: ThumbnailData | null;
}

/** Return the runs of one of the sets, which has none where it was removed. */
export function runsOf(measured: readonly Measured[], name: Measured["name"]): readonly string[] {
  return measured.find((entry) => entry.name === name)?.runs ?? [];
}

/** Return the stories whose runs are there; `derived` is of the runs of the sweep, `runs` has those of all stories. */
export function demoStories(
  measured: readonly Measured[],
  runs: readonly RunSummary[],
  derived: readonly (Derived | undefined)[],
): DemoStory[] {
  return STORIES.flatMap((name) => {
    const demoSet = measured.find((entry) => entry.name === name);
    if (!demoSet || demoSet.runs.length === 0) return [];
    const shown = demoSet.runs.flatMap((number) => runs.find((run) => run.number === number) ?? []);
    const picture = name === "sweep" ? sweepLines(derived) : pictureOf(name, shown);
    return [{ name, runs: demoSet.runs, share: demoSet.share, picture }];
  });
}

function pictureOf(name: Exclude<StoryName, "sweep">, runs: readonly RunSummary[]): ThumbnailData | null {
  if (runs.length === 0) return null;
  if (name === "precondition") return roundsCurve(runs[0]);
  return name === "campaign" ? matrixCells(runs) : { kind: "bars", values: runs.map((run) => figureOf(run) ?? 0) };
}

const figureOf = (run: RunSummary): number | null => run.headline[0]?.value ?? null;

function sweepLines(derived: readonly (Derived | undefined)[]): ThumbnailData | null {
  const series = derived.flatMap((entry) => {
    const [sweep] = entry?.sweeps ?? [];
    return sweep ? [sweep.points.map(({ iops }) => iops)] : [];
  });
  return series.length > 0 ? { kind: "lines", series } : null;
}

function roundsCurve(run: RunSummary | undefined): ThumbnailData | null {
  const values = run?.verdict?.rounds;
  return values && values.length > 1 ? { kind: "curve", values } : null;
}

/** A row of cells for each profile, as shares of its highest value. */
function matrixCells(runs: readonly RunSummary[]): ThumbnailData {
  const rows = new Map<string, (number | null)[]>();
  for (const run of runs) {
    const profile = run.profile?.name ?? "";
    rows.set(profile, [...(rows.get(profile) ?? []), figureOf(run)]);
  }
  return { kind: "cells", rows: [...rows.values()].map(asShares) };
}

function asShares(values: readonly (number | null)[]): (number | null)[] {
  const highest = Math.max(0, ...values.map((value) => value ?? 0));
  return values.map((value) => (value === null || highest === 0 ? null : value / highest));
}
