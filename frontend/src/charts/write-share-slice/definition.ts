/** The cut through the surfaces of several configurations: what a shoot-out prints. */
import { METRICS } from "@/lib/metrics";
import { sweeps as words } from "@/messages/sweeps";
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { behindColumns } from "../repeats-behind";
import { bestOf } from "../sweeps/best";
import { pointChangeColumns } from "../sweeps/measured-by";
import { depthsOf, writeShare } from "../sweeps/points";
import {
  countColumn,
  kindText,
  lineLegend,
  lineRemarks,
  metricColumn,
  percentColumn,
  textColumn,
} from "../sweeps/words";
import { isByThreads, type SliceData, sliceHeight, sliceOption, slicePanel } from "./option";

function describe(data: SliceData): string {
  const best = bestOf(slicePanel(data), data.curves);
  if (best.length === 0) return words.lines.none;
  return [words.end(data.at), ...best, remarksOf(data)].filter(Boolean).join(" ");
}

function remarksOf(data: SliceData): string {
  const byThreads = isByThreads(data) ? [words.slice.byThreads] : [];
  return [...byThreads, ...lineRemarks(data, [METRICS[data.metric]])].join(" ");
}

function table({ metric, curves, at, numbers }: SliceData): DataTable {
  const behind = behindColumns(
    curves.flatMap(({ points }) => points),
    [METRICS[metric]],
  );
  const change = pointChangeColumns({ numbers }, [METRICS[metric]], curves);
  const rows = curves.flatMap(({ name, points }) =>
    points
      .map((point): [number, number, Cell[]] => [
        writeShare(point) ?? -1,
        point.outstanding ?? 0,
        [
          name,
          writeShare(point),
          depthsOf([point])[0]?.outstanding ?? null,
          point.threads,
          point.queueDepth,
          point.values[metric] ?? null,
          ...change.cells(point),
          kindText(point.kind),
          ...behind.cells(point),
        ],
      ])
      .toSorted(([a, b], [c, d]) => a - c || b - d)
      .map(([, , row]) => row),
  );
  return {
    caption: `${METRICS[metric].label}, ${at}`,
    columns: [
      textColumn(words.columns.curve),
      percentColumn(words.columns.writes),
      countColumn(words.columns.outstanding),
      countColumn(words.columns.threads),
      countColumn(words.columns.queueDepth),
      metricColumn(METRICS[metric]),
      ...change.columns,
      textColumn(words.columns.kind),
      ...behind.columns,
    ],
    rows,
  };
}

export const writeShareSlice: ChartDefinition<SliceData> = {
  id: "write-share-slice",
  title: words.titles.shareSlice,
  height: sliceHeight,
  option: sliceOption,
  legend: ({ curves }, theme) => lineLegend(curves, theme),
  describe,
  caption: (data) => (data.curves.length > 0 ? remarksOf(data) : words.lines.none),
  table,
  zoomable: false,
  multiples: true,
  endNames: ({ curves }) => curves.map(({ name }) => name),
};
