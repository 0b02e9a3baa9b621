/** The sweep over steps of load, such as 2T/2Q to 16T/16Q, or over the number of streams. */
import { sweeps as words } from "@/messages/sweeps";
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { bestOf } from "../sweeps/best";
import { countColumn, kindText, lineLegend, metricColumn, remarks, textColumn } from "../sweeps/words";
import { type LoadStepsData, loadStepsHeight, loadStepsOption, stepPanels, stepsOf } from "./option";

function describe(data: LoadStepsData): string {
  const [first] = stepPanels(data);
  if (!first) return words.lines.none;
  const parts = data.by === "load" ? [words.lines.parts] : [];
  return [...bestOf(first, data.curves), ...parts, ...remarks(data.curves.flatMap(({ points }) => points))].join(" ");
}

function table(data: LoadStepsData): DataTable {
  const panels = stepPanels(data);
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
          kindText(point.kind),
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
      ...panels.map(({ metric }) => metricColumn(metric)),
      textColumn(words.columns.kind),
    ],
    rows,
  };
}

export const loadSteps: ChartDefinition<LoadStepsData> = {
  id: "load-steps",
  title: words.titles.loadSteps,
  metrics: ["iops", "lat_mean", "lat_max", "lat_stddev"],
  height: loadStepsHeight,
  option: loadStepsOption,
  legend: ({ curves }, theme) => lineLegend(curves, theme),
  describe,
  table,
  zoomable: false,
  multiples: true,
};
