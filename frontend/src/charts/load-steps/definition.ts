/** The sweep over steps of load, such as 2T/2Q to 16T/16Q, or over the number of streams. */
import { sweeps as words } from "@/messages/sweeps";
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { behindColumns } from "../repeats-behind";
import { bestOf } from "../sweeps/best";
import { pointChangeColumns } from "../sweeps/measured-by";
import { countColumn, kindText, lineLegend, lineRemarks, metricColumn, textColumn } from "../sweeps/words";
import { type LoadStepsData, loadStepsHeight, loadStepsOption, stepPanels, stepsOf } from "./option";

function describe(data: LoadStepsData): string {
  const [first] = stepPanels(data);
  if (!first) return words.lines.none;
  return [...bestOf(first, data.curves), caption(data)].filter(Boolean).join(" ");
}

function caption(data: LoadStepsData): string {
  const panels = stepPanels(data);
  if (panels.length === 0) return words.lines.none;
  const parts = data.by === "load" ? [words.lines.parts] : [];
  const remarks = lineRemarks(
    data,
    panels.map(({ metric }) => metric),
  );
  return [...parts, ...remarks].join(" ");
}

function table(data: LoadStepsData): DataTable {
  const panels = stepPanels(data);
  const metrics = panels.map(({ metric }) => metric);
  const behind = behindColumns(
    data.curves.flatMap(({ points }) => points),
    metrics,
  );
  const change = pointChangeColumns(data, metrics, data.curves);
  const isStreams = data.by === "streams";
  const rows = data.curves.flatMap(({ name, points }) =>
    stepsOf(data).flatMap((_, index) =>
      points
        .filter((point) => panels[0]?.x(point) === index)
        .map((point): Cell[] => [
          name,
          ...(isStreams ? [point.streams] : []),
          point.threads,
          point.queueDepth,
          ...panels.map(({ metric }) => point.values[metric.name] ?? null),
          ...change.cells(point),
          kindText(point.kind),
          ...behind.cells(point),
        ]),
    ),
  );
  return {
    caption: isStreams ? words.titles.streams : words.titles.loadSteps,
    columns: [
      textColumn(words.columns.curve),
      ...(isStreams ? [countColumn(words.columns.streams)] : []),
      countColumn(words.columns.threads),
      countColumn(words.columns.queueDepth),
      ...metrics.map(metricColumn),
      ...change.columns,
      textColumn(words.columns.kind),
      ...behind.columns,
    ],
    rows,
  };
}

export const loadSteps: ChartDefinition<LoadStepsData> = {
  id: "load-steps",
  title: words.titles.loadSteps,
  height: loadStepsHeight,
  option: loadStepsOption,
  legend: ({ curves }, theme) => lineLegend(curves, theme),
  describe,
  caption,
  table,
  zoomable: false,
  multiples: true,
  endNames: ({ curves }) => curves.map(({ name }) => name),
};
