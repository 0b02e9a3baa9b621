/** The history chart: a metric over the runs of one series key, with changes of configuration and of level marked. */
import { METRICS } from "@/lib/metrics";
import { formatDateTime } from "@/lib/units";
import type { Cell, ChartDefinition, DataTable, LegendItem } from "../definition";
import { type ChartTheme, subjectStyle } from "../theme";
import { CONFIGURATION_NAME, type HistoryData, historyOption, LEVEL_NAME, LINE_NAME, markStyle } from "./option";

function legend({ marks }: HistoryData, theme: ChartTheme): LegendItem[] {
  const kinds = (["configuration", "level"] as const).filter((kind) => marks.some((mark) => mark.kind === kind));
  return [
    { name: LINE_NAME, kind: "line", style: subjectStyle(theme), symbol: true },
    ...kinds.map(
      (kind): LegendItem => ({
        name: kind === "configuration" ? CONFIGURATION_NAME : LEVEL_NAME,
        kind: "line",
        style: markStyle(kind, theme),
        symbol: false,
      }),
    ),
  ];
}

function describe({ metric, workload, points, marks }: HistoryData): string {
  const { label, format } = METRICS[metric];
  const measured = points.filter(({ value }) => value !== null);
  const [first, last] = [measured[0], measured.at(-1)];
  if (!first || !last) return `No run has a value for ${label} at ${workload}.`;
  const count = (kind: string, one: string, many: string) => {
    const total = marks.filter((mark) => mark.kind === kind).length;
    return total === 0 ? [] : [`${total} ${total === 1 ? one : many}`];
  };
  const changes = [
    ...count("configuration", "change of the configuration", "changes of the configuration"),
    ...count("level", "change of the level", "changes of the level"),
  ];
  const course =
    measured.length === 1
      ? `${label} at ${workload}: ${format(first.value)} in ${first.run}, the only run with a value.`
      : `${label} at ${workload}: ${format(first.value)} in ${first.run}, ${format(last.value)} in ${last.run}, over ${measured.length} runs.`;
  return changes.length > 0 ? `${course} ${changes.join(" and ")} on the way.` : course;
}

function table({ metric, workload, points, marks }: HistoryData): DataTable {
  const { label, unit, format } = METRICS[metric];
  const text = (value: Cell) => String(value ?? "");
  const number = { unit, format: (value: Cell) => format(value as number | null, { digits: 4 }) };
  const hasSpans = points.some(({ span }) => span);
  return {
    caption: `${label} at ${workload}, oldest run first`,
    columns: [
      { label: "Run", unit: null, format: text },
      { label: "Started", unit: null, format: (value) => formatDateTime(value as string | null) },
      { label, ...number },
      ...(hasSpans
        ? [
            { label: "Lowest", ...number },
            { label: "Highest", ...number },
          ]
        : []),
      { label: "Change before", unit: null, format: text },
    ],
    rows: points.map(({ run, at, value, span = null }, place) => [
      run,
      at,
      value,
      ...(hasSpans ? [span?.[0] ?? null, span?.[1] ?? null] : []),
      marks
        .filter(({ index }) => index === place)
        .map((mark) => mark.label)
        .join(" · ") || null,
    ]),
  };
}

export const history: ChartDefinition<HistoryData> = {
  id: "history",
  title: "History",
  height: () => 320,
  option: historyOption,
  legend,
  subtitle: ({ workload }) => workload,
  describe,
  caption: (data) => (data.points.some(({ value }) => value !== null) ? "" : describe(data)),
  table,
  zoomable: false,
};
