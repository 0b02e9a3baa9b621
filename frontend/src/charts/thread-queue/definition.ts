/** The matrix of threads and queue depths (C3b) of one configuration. */
import { METRICS } from "@/lib/metrics";
import { charts } from "@/messages/charts";
import { sweeps as words } from "@/messages/sweeps";
import { isMeasured } from "../changes";
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { behindColumns, cellSentences } from "../repeats-behind";
import { isLogarithmic } from "../sweeps/scale";
import { countColumn, kindText, metricColumn, remarks, textColumn, valueText } from "../sweeps/words";
import {
  type MatrixCell,
  matrixCells,
  matrixLimits,
  matrixOf,
  outlinedLoads,
  sharedLoads,
  type ThreadQueueData,
  threadQueueHeight,
  threadQueueOption,
} from "./option";

function describe(data: ThreadQueueData): string {
  const metric = METRICS[data.metric];
  const matrix = matrixOf(data);
  const cells = matrixCells(matrix);
  const limits = matrixLimits(data, matrix);
  const [first] = cells;
  if (!first || !limits) return words.heat.none(metric.label);
  const at = (cell: MatrixCell) =>
    words.heat.at(valueText(metric, cell.value), words.matrix.place(cell.threads, cell.queueDepth));
  const low = cells.reduce((min, cell) => (cell.value < min.value ? cell : min), first);
  const high = cells.reduce((max, cell) => (cell.value > max.value ? cell : max), first);
  const [lowest, highest] = limits.map((value) => valueText(metric, value)) as [string, string];
  const outlined = outlinedLoads(matrix);
  const others = sharedLoads(matrix).filter((load) => !outlined.includes(load));
  const all = matrix.threads.length * matrix.queueDepths.length;
  return [
    ...(isMeasured(data) ? [charts.changes.absolute] : []),
    words.heat.reaches(metric.label, at(low), at(high)),
    isLogarithmic(limits) ? words.heat.logScale(lowest, highest) : words.heat.scale(lowest, highest),
    ...(outlined.length > 0 ? [words.matrix.outlined(outlined.join(", "), others.join(", "))] : []),
    ...(cells.length < all ? [words.heat.missing(all - cells.length, all)] : []),
    ...remarks(data.curve.points),
    ...cellSentences(
      cells.map(({ point }) => point),
      false,
    ),
  ].join(" ");
}

function table(data: ThreadQueueData): DataTable {
  const matrix = matrixOf(data);
  const { threads, queueDepths, cells } = matrix;
  const behind = behindColumns(
    matrixCells(matrix).map(({ point }) => point),
    [METRICS[data.metric]],
  );
  return {
    caption: words.titles.threadQueue,
    columns: [
      countColumn(words.columns.threads),
      countColumn(words.columns.queueDepth),
      countColumn(words.columns.outstanding),
      metricColumn(METRICS[data.metric]),
      textColumn(words.columns.kind),
      ...behind.columns,
    ],
    rows: threads.flatMap((own, y) =>
      queueDepths.map((depth, x): Cell[] => {
        const cell = cells[y]?.[x] ?? null;
        return [
          own,
          depth,
          own * depth,
          cell?.value ?? null,
          cell && kindText(cell.kind),
          ...behind.cells(cell?.point),
        ];
      }),
    ),
  };
}

export const threadQueue: ChartDefinition<ThreadQueueData> = {
  id: "thread-queue",
  title: words.titles.threadQueue,
  height: threadQueueHeight,
  option: threadQueueOption,
  // The description gives the scale; there is nothing to show and hide.
  legend: () => [],
  describe,
  table,
  zoomable: false,
};
