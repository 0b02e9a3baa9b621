/** Threads over queue depth as a map of cells; what has equally many outstanding I/O lies on a diagonal. */
import { axisScale, METRICS, type MetricName } from "@/lib/metrics";
import { sweeps as words } from "@/messages/sweeps";
import type { WithNumbers } from "../changes";
import type { ChartOption, ChartView } from "../definition";
import { countText, isSingle } from "../repeats-behind";
import { type HeatCell, heatMapHeight, heatMapOption } from "../sweeps/heat-map";
import { distinct, type SweepCurve, type SweepPoint } from "../sweeps/points";
import { type Limits, limitsOf, sequential } from "../sweeps/scale";
import { valueText } from "../sweeps/words";
import type { ChartTheme } from "../theme";

export interface ThreadQueueData extends WithNumbers {
  metric: MetricName;
  curve: SweepCurve;
  /** One scale for several charts; that of the values themselves unless given. */
  limits?: Limits;
}

export interface MatrixCell {
  threads: number;
  queueDepth: number;
  value: number;
  kind: string;
  point: SweepPoint;
}

export interface Matrix {
  threads: number[];
  queueDepths: number[];
  /** By threads and queue depth; null was not measured. */
  cells: (MatrixCell | null)[][];
}

/** Ends of a range are no values: only plain values are drawn. */
const isValue = ({ kind }: SweepPoint) => !kind.startsWith("range_");

export function matrixOf({ metric, curve }: ThreadQueueData): Matrix {
  const points = curve.points.filter(isValue);
  const threads = distinct(points, (point) => point.threads);
  const queueDepths = distinct(points, (point) => point.queueDepth);
  const cell = (own: number, depth: number): MatrixCell | null => {
    const point = points.find((candidate) => candidate.threads === own && candidate.queueDepth === depth);
    const value = point?.values[metric] ?? null;
    return !point || value === null ? null : { threads: own, queueDepth: depth, value, kind: point.kind, point };
  };
  return { threads, queueDepths, cells: threads.map((own) => queueDepths.map((depth) => cell(own, depth))) };
}

export const matrixCells = ({ cells }: Matrix): MatrixCell[] => cells.flat().filter((cell) => cell !== null);

export const matrixLimits = (data: ThreadQueueData, matrix: Matrix): Limits | null =>
  data.limits ?? limitsOf(matrixCells(matrix).map(({ value }) => value));

/** Numbers of outstanding I/O that several cells have. */
export function sharedLoads(matrix: Matrix): number[] {
  const counts = new Map<number, number>();
  for (const { threads, queueDepth } of matrixCells(matrix)) {
    counts.set(threads * queueDepth, (counts.get(threads * queueDepth) ?? 0) + 1);
  }
  return [...counts].flatMap(([load, count]) => (count > 1 ? [load] : [])).toSorted((a, b) => a - b);
}

/** Every second of them is outlined: neighbouring diagonals would touch. */
export const outlinedLoads = (matrix: Matrix): number[] => sharedLoads(matrix).filter((_, index) => index % 2 === 0);

export const threadQueueHeight = (data: ThreadQueueData): number =>
  heatMapHeight({ rows: matrixOf(data).threads.map(String) });

export function threadQueueOption(data: ThreadQueueData, theme: ChartTheme, view: ChartView): ChartOption {
  const metric = METRICS[data.metric];
  const matrix = matrixOf(data);
  const colour = sequential(theme, matrixLimits(data, matrix) ?? [0, 0]);
  const scale = axisScale(metric, Math.max(0, ...matrixCells(matrix).map(({ value }) => value)));
  const outlined = new Set(outlinedLoads(matrix));
  const drawn = (cell: MatrixCell): HeatCell => ({
    colour: colour(cell.value),
    texts: [3, 2].map((digits) => scale.format(Number(cell.value.toPrecision(digits)))),
    detail: words.heat.detail(
      words.matrix.place(cell.threads, cell.queueDepth),
      metric.label,
      [valueText(metric, cell.value), countText(cell.point)].filter(Boolean).join(", "),
    ),
    single: isSingle(cell.point),
    outlined: outlined.has(cell.threads * cell.queueDepth),
  });
  return heatMapOption(
    {
      name: data.curve.name,
      title: scale.unit ? `${metric.label} (${scale.unit})` : metric.label,
      rowTitle: words.axes.threads,
      columnTitle: words.axes.queueDepth,
      rows: matrix.threads.map(String),
      columns: matrix.queueDepths.map(String),
      cells: matrix.cells.map((row) => row.map((cell) => cell && drawn(cell))),
    },
    theme,
    view,
  );
}
