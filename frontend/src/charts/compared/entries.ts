/** Entries of a comparison as charts take them: runs, or repeats that are taken together. */
import type { ComparedEntry } from "@/api/comparison";
import type { Measurements } from "@/api/types";
import { compare as words } from "@/messages/compare";
import { pooledColumns } from "./pooled";

/** Return the numbers of the runs of an entry whose figures count. */
export function countedRuns({ runs }: Pick<ComparedEntry, "runs">): string[] {
  return runs.filter(({ left_out }) => left_out === null).map(({ number }) => number);
}

/** Return the name of a curve, with the reason if its figures do not count. */
export function drawnName(name: string, run: ComparedEntry["runs"][number] | undefined): string {
  return run?.left_out ? words.drawnOnly(name, run.left_out) : name;
}

/** Return measurements with one row for each workload of an entry of several runs; the same ones where none has several. */
export function pooledMeasurements(
  measurements: Measurements,
  entries: readonly Pick<ComparedEntry, "key" | "runs">[],
): Measurements {
  if (entries.every(({ runs }) => runs.length < 2)) return measurements;
  const pooled = entries.map((entry) => ({
    key: entry.key,
    all: entry.runs.map(({ number }) => number),
    runs: countedRuns(entry),
  }));
  return { ...measurements, source: pooledColumns(measurements.source, pooled) as Measurements["source"] };
}
