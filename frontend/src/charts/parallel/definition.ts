/** Parallel coordinates (C12); only pages that draw them may load this. */
import "./register";
import { METRICS } from "@/lib/metrics";
import { parallel as words } from "@/messages/parallel";
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { metricColumn, textColumn } from "../sweeps/words";
import { styleOf } from "../theme";
import { completeLines, isWithin, type ParallelData, parallelOption } from "./option";

/**
 * Maximum number of lines that a legend can distinguish; beyond it the table names them, and the pointer the one under
 * it.
 */
const NAMED = 12;

function describe(data: ParallelData): string {
  if (data.axes.length < 2) return words.fewAxes;
  const lines = completeLines(data);
  if (lines.length === 0) return words.noLines;
  const matching = lines.filter(({ values }) => isWithin(values, data.ranges));
  const labels = data.axes.map((name) => METRICS[name].label).join(", ");
  const isFiltered = Object.values(data.ranges).some(({ from, to }) => from !== null || to !== null);
  const best = data.axes.slice(0, 2).map((name) => {
    const { label, format, better } = METRICS[name];
    const sign = better === "higher" ? -1 : 1;
    const [first] = lines.toSorted((a, b) => sign * ((a.values[name] ?? 0) - (b.values[name] ?? 0)));
    return first ? words.best(first.name, format(first.values[name]), label) : "";
  });
  return [words.describe(lines.length, labels, matching.length, isFiltered), ...best].filter(Boolean).join(" ");
}

function table(data: ParallelData): DataTable {
  return {
    caption: words.figure,
    columns: [textColumn(words.run), ...data.axes.map((name) => metricColumn(METRICS[name])), textColumn(words.meets)],
    rows: data.lines.map(({ name, values }): Cell[] => [
      name,
      ...data.axes.map((axis) => values[axis] ?? null),
      isWithin(values, data.ranges) ? words.yes : words.no,
    ]),
  };
}

export const parallel: ChartDefinition<ParallelData> = {
  id: "parallel",
  title: words.chart,
  height: () => 400,
  option: parallelOption,
  legend: (data, theme) => {
    const lines = completeLines(data);
    if (data.axes.length < 2 || lines.length > NAMED) return [];
    return lines.map(({ name, look }) => ({ name, kind: "line", style: styleOf(theme, look), symbol: false }));
  },
  describe,
  table,
  zoomable: false,
};
