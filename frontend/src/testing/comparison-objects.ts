/** Objects of the API for tests of comparisons: entries, factors, verdicts, proposals and histories. */
import type { ComparedEntry, Comparison, DrawnRun, History } from "@/api/comparison";
import { aRunSummary } from "./objects";

export function anEntry(key: string, changes: Partial<ComparedEntry> = {}): ComparedEntry {
  return {
    key,
    label: `System ${key}`,
    runs: [{ id: `run-${key}`, number: key, title: `Run ${key}`, left_out: null }],
    origin: "measured",
    lab: null,
    configuration: { id: `configuration-${key}`, number: `c-${key.slice(2)}`, name: `System ${key}` },
    n: 1,
    group: 0,
    workloads: ["4 KiB random write"],
    ...changes,
  };
}

export function aDrawnRun(number: string, changes: Partial<DrawnRun> = {}): DrawnRun {
  return {
    id: `run-${number}`,
    number,
    state: "finished",
    started_at: null,
    verdict: null,
    series: [1],
    phases: [],
    steady_ms: null,
    readings: [],
    link_limit: null,
    ...changes,
  };
}

type Cell = Comparison["points"][number]["cells"][number];

export function aCell(changes: Partial<Cell> = {}): Cell {
  return {
    n: 1,
    median: 100_000,
    low: null,
    high: null,
    ci95_low: null,
    ci95_high: null,
    ratio: 1,
    better: null,
    verdict: "single_run",
    approximate: false,
    estimated: false,
    ...changes,
  };
}

export function aComparison(changes: Partial<Comparison> = {}): Comparison {
  const entries = changes.entries ?? [anEntry("r-1"), anEntry("r-2")];
  return {
    metric: "iops",
    label: "IOPS",
    unit: "1/s",
    better: "higher",
    baseline: "r-1",
    pooled: false,
    poolable: false,
    groups: [{ entries: entries.map(({ key }) => key), reason: null }],
    factors: {
      rows: [],
      known_count: 0,
      unknown_count: 0,
      by: null,
      sentence: "No known factor differs.",
      without: [],
    },
    points: [],
    verdicts: [],
    rule: "The medians are compared.",
    runs: entries.flatMap(({ runs }) => runs.map(({ id, number }) => aDrawnRun(number, { id }))),
    ...changes,
    entries,
  };
}

/** Runs `r-1`, `r-2`, ... of one history, a day apart, with one line of figures. */
export function aHistory(values: (number | null)[]): History {
  return {
    key: { scope: "server server-1", role: "file", profile: "quick-4k", version: 1 },
    items: values.map((_, index) => ({
      run: aRunSummary({
        id: `run-${index + 1}`,
        number: `r-${index + 1}`,
        started_at: `2026-11-${String(index + 1).padStart(2, "0")}T01:00:00Z`,
      }),
      class_hash: "ab",
    })),
    markers: [],
    complete: true,
    figures: {
      metric: "iops",
      label: "IOPS",
      unit: "1/s",
      better: "higher",
      scale: "full",
      left_out: [],
      other_scale: [],
      lines: [{ workload: "4 KiB random write", values, changes: [], newest: null }],
    },
  };
}
