/** The sweeps of several runs along one axis, laid over each other. */
import { METRICS } from "@/lib/metrics";
import { sweeps as words } from "@/messages/sweeps";
import type { Cell, ChartDefinition, DataTable, TableColumn } from "../definition";
import { behindColumns } from "../repeats-behind";
import { placeOn, sweepTitle } from "../sweeps/axes";
import type { SweepAxis } from "../sweeps/axis-names";
import { bestOf } from "../sweeps/best";
import { panelPoints } from "../sweeps/line-panels";
import { pointChangeColumns } from "../sweeps/measured-by";
import { inBytes, inShares, type SweepPoint } from "../sweeps/points";
import {
  bytesColumn,
  countColumn,
  kindText,
  lineLegend,
  lineRemarks,
  metricColumn,
  percentColumn,
  textColumn,
} from "../sweeps/words";
import { type AxisSweepData, axisPanel, axisSweepHeight, axisSweepOption } from "./option";

function describe(data: AxisSweepData): string {
  const best = bestOf(axisPanel(data), data.curves);
  return best.length === 0 ? words.lines.none : [...best, remarksOf(data)].filter(Boolean).join(" ");
}

const remarksOf = (data: AxisSweepData): string => lineRemarks(data, [METRICS[data.metric]]).join(" ");

const PLACES: Record<SweepAxis, (label: string) => TableColumn> = {
  block_size: bytesColumn,
  write_share: percentColumn,
  random_share: percentColumn,
  working_set: bytesColumn,
  streams: countColumn,
  position: bytesColumn,
  threads: countColumn,
  load: textColumn,
};

/** The column of the places, with the place of a point in its unit. */
function placesOf({ axis, curves }: AxisSweepData): { column: TableColumn; cell: (point: SweepPoint) => Cell } {
  const isOfSizes = axis === "working_set" && !inShares(curves);
  const isOfShares = (axis === "working_set" && !isOfSizes) || (axis === "position" && !inBytes(curves));
  return {
    column: (isOfShares ? percentColumn : PLACES[axis])(words.axisColumns[axis]),
    cell: (point) => (isOfSizes ? point.sizeBytes : placeOn(axis, point)),
  };
}

function table(data: AxisSweepData): DataTable {
  const { metric, axis, curves, numbers } = data;
  const panel = axisPanel(data);
  const places = placesOf(data);
  const shown = [METRICS[metric]];
  const behind = behindColumns(
    curves.flatMap(({ points }) => points),
    shown,
  );
  const change = pointChangeColumns({ numbers }, shown, curves);
  return {
    caption: `${sweepTitle(metric, axis)}, ${data.workload}`,
    columns: [
      textColumn(words.columns.curve),
      places.column,
      countColumn(words.columns.threads),
      countColumn(words.columns.queueDepth),
      metricColumn(METRICS[metric]),
      ...change.columns,
      textColumn(words.columns.kind),
      ...behind.columns,
    ],
    rows: curves.flatMap((curve) =>
      panelPoints(panel, curve).map(({ value, point }): Cell[] => [
        curve.name,
        places.cell(point),
        point.threads,
        point.queueDepth,
        value,
        ...change.cells(point),
        kindText(point.kind),
        ...behind.cells(point),
      ]),
    ),
  };
}

export const axisSweep: ChartDefinition<AxisSweepData> = {
  id: "axis-sweep",
  title: words.titles.axisSweep,
  height: axisSweepHeight,
  option: axisSweepOption,
  subtitle: ({ workload }) => workload,
  legend: ({ curves }, theme) => lineLegend(curves, theme),
  describe,
  caption: (data) => (data.curves.length > 0 ? remarksOf(data) : words.lines.none),
  table,
  zoomable: false,
  multiples: true,
  endNames: ({ curves }) => curves.map(({ name }) => name),
};
