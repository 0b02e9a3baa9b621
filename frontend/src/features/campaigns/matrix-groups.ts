/** The matrix of a campaign as groups of rows: workloads side by side, each cell with its change and its shade. */
import type { ArrayState } from "@/api/campaigns";
import type { CampaignMatrix, MatrixCell, MatrixRow } from "@/api/types";
import { METRICS, type MetricName } from "@/lib/metrics";
import { shortValue } from "@/lib/short-values";
import { word } from "@/messages";
import { campaigns, matrix as words } from "@/messages/campaigns";
import { type ColumnGroup, cellsByField, columnGroups, serversOf, statesOf } from "./cell-grid";

export interface ShownCell {
  cell: MatrixCell;
  /** Change in percent against the reference cell of its group; null without a reference. */
  change: number | null;
  /** Position of its value among those of its workload, 0 to 1; null where it has none. */
  share: number | null;
  /** It waits for a decision. */
  isBlocked: boolean;
}

export interface MatrixLine {
  row: MatrixRow;
  /** One per workload; null where nothing is planned. */
  cells: (ShownCell | null)[];
  /** Reason why no cell of the line is possible; null where one is. */
  impossible: string | null;
  /** Duration of its cells, in seconds; null where it is unknown. */
  seconds: number | null;
}

export interface MatrixGroup {
  key: string;
  /** Empty where there is one group only. */
  name: string;
  /** Reference of its changes; null where it has none. */
  versus: string | null;
  done: number;
  possible: number;
  lines: MatrixLine[];
}

export interface MatrixWorkload {
  label: string;
  /** The unit that all of its values share; null where they do not. */
  unit: string | null;
}

export interface GroupedMatrix {
  workloads: MatrixWorkload[];
  groups: MatrixGroup[];
}

export interface GroupingOptions {
  /** Only this state of the array; all of them without it. */
  state?: ArrayState | undefined;
  /** Rows whose planned cells wait for a decision. */
  blockedRows?: readonly number[];
}

/**
 * Return the groups by server and state of the array. Results from before a change are groups of their own, where both
 * were preserved.
 */
export function groupMatrix(matrix: CampaignMatrix, { state, blockedRows = [] }: GroupingOptions = {}): GroupedMatrix {
  const reader = readerOf(matrix);
  const shown = reader.states.filter((arrayState) => !state || arrayState === state);
  const groups = reader.servers.flatMap((server) =>
    shown.flatMap((array) => groupsOf(reader, server, array, blockedRows)),
  );
  return {
    workloads: reader.columns.map(({ label, scale, columns }) => ({
      label: scale === "full" ? label : words.atScale(label, scale),
      unit: commonUnit(matrix.cells.filter((cell) => isOf(cell, columns))),
    })),
    groups: groups.length > 1 ? groups : groups.map((group) => ({ ...group, name: "" })),
  };
}

type ServerRows = ReturnType<typeof serversOf>[number];

/** A matrix with its order and its cells at hand. */
interface Reader {
  columns: ColumnGroup[];
  servers: ServerRows[];
  states: ArrayState[];
  /** The cells of a row under a workload that were not replaced, the oldest first. */
  currentCells: (row: number, workload: number, array: ArrayState) => MatrixCell[];
  /** Position of each value among those of its workload. */
  shades: ((value: number | null) => number | null)[];
}

function readerOf(matrix: CampaignMatrix): Reader {
  const columns = columnGroups(matrix.columns, undefined);
  const at = currentCellsByField(matrix);
  return {
    columns,
    servers: serversOf(matrix.rows),
    states: statesOf(matrix.columns),
    currentCells: (row, workload, array) => {
      const column = columns[workload]?.columns.find(({ state }) => state === array);
      return column ? at(row, column.column) : [];
    },
    shades: columns.map(({ columns: of }) => shadeOf(matrix.cells.filter((cell) => isOf(cell, of)))),
  };
}

/** Return one group, and one more for each time that results were preserved beside new ones. */
function groupsOf(
  reader: Reader,
  server: ServerRows,
  array: ArrayState,
  blockedRows: readonly number[],
): MatrixGroup[] {
  const counts = server.rows.flatMap(({ row }) =>
    reader.columns.map((_, index) => reader.currentCells(row, index, array).length),
  );
  return Array.from({ length: Math.max(1, ...counts) }, (_, round) => {
    const lines = server.rows.flatMap((row) => {
      const cells = reader.columns.map((_, workload): ShownCell | null => {
        const cell = reader.currentCells(row.row, workload, array)[round];
        if (!cell) return null;
        return {
          cell,
          change: changeOf(cell, referenceOf(reader, server, { row, workload, array, round })),
          share: reader.shades[workload]?.(cell.value) ?? null,
          isBlocked: cell.state === "planned" && blockedRows.includes(row.row),
        };
      });
      return round > 0 && cells.every((cell) => cell === null) ? [] : [lineOf(row, cells)];
    });
    return groupOf(lines, {
      key: `${server.id} ${array} ${round}`,
      name: nameOf(reader, server, array, round),
      versus: versusOf(reader, array, round),
    });
  });
}

interface Place {
  row: MatrixRow;
  workload: number;
  array: ArrayState;
  round: number;
}

/** Return what a cell is compared with: the results before a change, the optimal array, or the first server. */
function referenceOf(
  { currentCells, servers: [first] }: Reader,
  server: ServerRows,
  { row, workload, array, round }: Place,
): MatrixCell | undefined {
  if (round > 0) return currentCells(row.row, workload, array)[round - 1];
  if (array !== "optimal") return currentCells(row.row, workload, "optimal")[0];
  if (server.id === first?.id) return undefined;
  const twin = first?.rows.find(({ name }) => name === row.name);
  return twin && currentCells(twin.row, workload, "optimal")[0];
}

function nameOf({ servers, states }: Reader, { name }: ServerRows, array: ArrayState, round: number): string {
  const several = servers.length > 1;
  const namesArray = !several || states.length > 1 || array !== "optimal";
  return [several && name, namesArray && word(words.arrays, array), round > 0 && words.measuredAgain]
    .filter(Boolean)
    .join(", ");
}

function versusOf({ servers: [first] }: Reader, array: ArrayState, round: number): string {
  if (round > 0) return words.versusBefore;
  if (array === "optimal") return words.versusServer(first?.name ?? "");
  return words.versus(word(campaigns.arrayStates, "optimal"));
}

/** Return the cells of a field that were not replaced, the oldest first; of one that was replaced alone, the newest. */
function currentCellsByField(matrix: CampaignMatrix): (row: number, column: number) => MatrixCell[] {
  const at = cellsByField(matrix);
  return (row, column) => {
    const cells = at(row, column);
    const current = cells.filter(({ superseded }) => !superseded);
    return (current.length > 0 ? current : cells.slice(0, 1)).toReversed();
  };
}

function isOf(cell: MatrixCell, columns: readonly { column: number }[]): boolean {
  return cell.state === "measured" && columns.some(({ column }) => column === cell.column);
}

/** Values of other metrics or phases are no change. */
function changeOf(cell: MatrixCell, reference: MatrixCell | undefined): number | null {
  if (!reference || cell.state !== "measured" || reference.state !== "measured") return null;
  if (cell.metric !== reference.metric || cell.unit !== reference.unit) return null;
  if (cell.phase_name !== reference.phase_name) return null;
  if (cell.value === null || !reference.value) return null;
  return 100 * (cell.value / reference.value - 1);
}

const DECADE = 10;

/** Return how a value lies among those of a workload: by logarithm over a decade, low latency as high. */
function shadeOf(cells: readonly MatrixCell[]): (value: number | null) => number | null {
  const values = cells.flatMap(({ value }) => value ?? []);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const isLog = low > 0 && high / low > DECADE;
  const isReversed = cells[0]?.metric != null && metricOf(cells[0].metric)?.better === "lower";
  return (value) => {
    if (value === null || values.length === 0) return null;
    const share =
      high > low ? (isLog ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low)) : 0.5;
    return isReversed ? 1 - share : share;
  };
}

export function metricOf(name: string | null): (typeof METRICS)[MetricName] | null {
  return name !== null && name in METRICS ? METRICS[name as MetricName] : null;
}

/** Return the value of a cell as number and unit: of a metric that is not known as it came. */
export function cellValue({ metric, value, unit }: MatrixCell): { number: string; unit: string } {
  const knownMetric = metricOf(metric);
  if (knownMetric) return shortValue(knownMetric.name, value);
  return { number: value === null ? "–" : String(value), unit: unit ?? "" };
}

function commonUnit(cells: readonly MatrixCell[]): string | null {
  const units = new Set(cells.map((cell) => cellValue(cell).unit));
  const [only] = units;
  return units.size === 1 && only !== undefined ? only : null;
}

function lineOf(row: MatrixRow, cells: (ShownCell | null)[]): MatrixLine {
  const present = cells.flatMap((shown) => shown?.cell ?? []);
  const isImpossible = present.length > 0 && present.every(({ state }) => state === "impossible");
  const times = present.flatMap(({ estimated_seconds }) => estimated_seconds ?? []);
  return {
    row,
    cells,
    impossible: isImpossible ? (present[0]?.reason ?? "") : null,
    seconds: times.length > 0 ? times.reduce((sum, time) => sum + time, 0) : null,
  };
}

function groupOf(lines: MatrixLine[], head: Pick<MatrixGroup, "key" | "name" | "versus">): MatrixGroup {
  const shown = lines.flatMap(({ cells }) => cells.flatMap((cell) => cell ?? []));
  return {
    ...head,
    versus: shown.some(({ change }) => change !== null) ? head.versus : null,
    done: shown.filter(({ cell }) => cell.state === "measured").length,
    possible: shown.filter(({ cell }) => cell.state !== "impossible").length,
    lines,
  };
}
