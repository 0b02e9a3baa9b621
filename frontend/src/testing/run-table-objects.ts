/** The table of runs, as the lab answers. */
import type { RunColumn, RunRow, RunTablePage } from "@/api/run-table";
import { aRunSummary } from "./objects";

const column = (field: string, type: RunColumn["type"], title: string, unit: string | null = null): RunColumn => ({
  expression: field,
  title,
  field,
  workload: null,
  type,
  unit,
});

/** The usual columns. */
export const USUAL_COLUMNS: RunColumn[] = [
  column("iops", "number", "IOPS", "1/s"),
  column("p99", "number", "p99 latency", "ns"),
  column("throughput", "number", "Throughput", "bytes/s"),
  column("state", "choice", "State of the run"),
  column("created", "date", "Time at which the run was filed"),
];

export function aRunRow(changes: Partial<RunRow> = {}): RunRow {
  const summary = aRunSummary(changes);
  return {
    ...summary,
    values: [231_456, 1_102_300, 948_040_000, summary.state, summary.created_at],
    ambiguous: [],
    group: null,
    ...changes,
  };
}

export function aRunTable(items: RunRow[], changes: Partial<RunTablePage> = {}): RunTablePage {
  return { items, next_cursor: null, columns: USUAL_COLUMNS, groups: null, groups_cut: false, total: null, ...changes };
}

/** Answers the table, and the questions that only count with `counted`: how many a query finds. */
export function runsAnswer(
  table: (search: URLSearchParams) => RunTablePage | Response,
  counted: (q: string | null) => number = () => 1,
) {
  return (request: Request) => {
    const search = new URL(request.url).searchParams;
    return search.get("total") === "true" ? aRunTable([], { total: counted(search.get("q")) }) : table(search);
  };
}
