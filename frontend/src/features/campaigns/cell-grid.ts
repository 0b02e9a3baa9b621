/** Matrix of a campaign as a table: groups of columns, and the cells of each field. */
import type { ArrayState } from "@/api/campaigns";
import type { CampaignMatrix, MatrixCell, MatrixColumn, MatrixRow } from "@/api/types";

/** A workload with its columns, one for each state of the array. */
export interface ColumnGroup {
  label: string;
  scale: string;
  columns: MatrixColumn[];
}

/** Neighbouring columns of one workload, narrowed to one state of the array where it is given. */
export function columnGroups(columns: readonly MatrixColumn[], state: ArrayState | undefined): ColumnGroup[] {
  const groups: (ColumnGroup & { profile: string })[] = [];
  for (const column of columns) {
    if (state && column.state !== state) continue;
    const { label, profile, scale } = column;
    const last = groups.at(-1);
    const same = last?.label === label && last.profile === profile && last.scale === scale;
    // A workload that is named twice starts a new group at a state that it already has.
    if (same && !last.columns.some((earlier) => earlier.state === column.state)) last.columns.push(column);
    else groups.push({ label, profile, scale, columns: [column] });
  }
  return groups;
}

/** The states that the columns are in, each once and in their order. */
export function statesOf(columns: readonly MatrixColumn[]): ArrayState[] {
  return [...new Set(columns.map(({ state }) => state))];
}

/** The cells of a field, the newest generation first; a campaign of a thousand cells is looked through once. */
export function cellsByField(matrix: CampaignMatrix): (row: number, column: number) => readonly MatrixCell[] {
  const fields = new Map<string, MatrixCell[]>();
  for (const cell of matrix.cells) {
    const key = `${cell.row} ${cell.column}`;
    fields.set(key, [...(fields.get(key) ?? []), cell]);
  }
  for (const cells of fields.values()) cells.sort((one, other) => other.generation - one.generation);
  return (row, column) => fields.get(`${row} ${column}`) ?? [];
}

/** The rows of each server, in the order in which servers occur. */
export function serversOf(rows: readonly MatrixRow[]): { id: string; name: string; rows: MatrixRow[] }[] {
  const servers = new Map<string, { id: string; name: string; rows: MatrixRow[] }>();
  for (const row of rows) {
    const { id, name } = row.server;
    const existing = servers.get(id);
    if (existing) existing.rows.push(row);
    else servers.set(id, { id, name, rows: [row] });
  }
  return [...servers.values()];
}

/** Return the title of a cell: its configuration, workload and state. */
export function cellTitle({ rows, columns }: CampaignMatrix, row: number, column: number): string {
  const match = columns.find((candidate) => candidate.column === column);
  const configuration = rows.find((candidate) => candidate.row === row)?.name;
  return [configuration, match?.label, match?.state].filter(Boolean).join(", ");
}
