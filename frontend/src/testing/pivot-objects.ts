/** Tables by factors of the API for tests: complete, plain, and changed by what a test is about. */
import type { Pivot, PivotCell, PivotFactor, PivotScale } from "@/api/pivot";

export function aPivotCell(changes: Partial<PivotCell> = {}): PivotCell {
  const measured = changes.state === undefined || changes.state === "measured";
  return {
    row: "RAID 5",
    column: "8",
    panel: null,
    state: "measured",
    value: measured ? 100_000 : null,
    low: null,
    high: null,
    value_kind: measured ? "exact" : null,
    n: measured ? 1 : 0,
    min: null,
    max: null,
    ci95_low: null,
    ci95_high: null,
    cv_percent: null,
    groups: 0,
    differs: [],
    reason: null,
    run_numbers: measured ? ["r-1"] : [],
    conditions: [],
    steady: null,
    badges: [],
    ...changes,
  };
}

export function aPivotScale(changes: Partial<PivotScale> = {}): PivotScale {
  return {
    level: "RAID 5",
    panel: null,
    drives: 8,
    state: "measured",
    value: 100_000,
    value_kind: "exact",
    ideal: null,
    efficiency_percent: null,
    basis: null,
    from_drives: null,
    ...changes,
  };
}

function aFactor(key: string, label: string, group: PivotFactor["group"], values: readonly string[]): PivotFactor {
  return { key, label, group, levels: values.map((value) => ({ value, known: true, results: 2 })) };
}

const IOPS = { name: "iops", label: "IOPS", unit: "1/s", better: "higher" } as const;

/** Two levels by two numbers of drives, as the lab proposes them. */
export function aPivot(changes: Partial<Pivot> = {}): Pivot {
  return {
    runs: [{ id: "run-1", number: "r-1", name: "RAID 5" }],
    results: 4,
    factors: [
      aFactor("array.level", "RAID level", "array", ["RAID 10", "RAID 5"]),
      aFactor("drives.count", "Number of drives", "drives", ["8", "16"]),
      aFactor("controllers", "Controllers", "controller", ["none", "H965i"]),
      aFactor("workload.name", "Workload", "workload", ["reads", "writes"]),
    ],
    metrics: [IOPS],
    choice: {
      rows: "array.level",
      row_label: "RAID level",
      columns: "drives.count",
      column_label: "Number of drives",
      panel: null,
      panel_label: null,
      metric: IOPS,
      fixed: [{ key: "workload.name", label: "Workload", value: "reads" }],
      proposed: true,
    },
    rows: ["RAID 10", "RAID 5"],
    columns: ["8", "16"],
    panels: [null],
    cells: [
      aPivotCell({ row: "RAID 10", column: "8", value: 200_000, n: 3, min: 190_000, max: 204_000 }),
      aPivotCell({ row: "RAID 10", column: "16", value: 300_000, value_kind: "lower_bound" }),
      aPivotCell({ row: "RAID 5", column: "8", value: 150_000 }),
      aPivotCell({ row: "RAID 5", column: "16", state: "failed", reason: "The power went away." }),
    ],
    along: [],
    scale: [],
    losses: [],
    more_runs: false,
    ...changes,
  };
}
