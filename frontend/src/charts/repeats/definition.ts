/** The chart of repeats (C8c): how well the runs of a job agree, point by point. */
import { METRICS } from "@/lib/metrics";
import { formatNumber, formatPercent } from "@/lib/units";
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { seriesStyle, subjectStyle } from "../theme";
import { BOX_NAME, repeatsHeight, repeatsOption, VALUES_NAME } from "./option";
import { FEWEST_FIRM, MAX_ROWS, type RepeatsData, spreadRows } from "./spread";

function describe(data: RepeatsData): string {
  const rows = spreadRows(data);
  if (rows.length === 0) return "No repeated measurements yet.";
  const widths = rows.map(({ deviations }) => Math.max(0, ...deviations.map(({ percent }) => Math.abs(percent))));
  const widest = Math.max(...widths);
  const far = rows[widths.indexOf(widest)];
  const counts = rows.map(({ point }) => point.n);
  const [min, max] = [Math.min(...counts), Math.max(...counts)];
  const outliers = rows.reduce((sum, { deviations }) => sum + deviations.filter(({ outlier }) => outlier).length, 0);
  return [
    `Each point was measured ${min === max ? min : `${min} to ${max}`} times.`,
    `The largest deviation from a median is ${formatPercent(widest)}: ${far?.point.name}.`,
    ...(outliers > 0
      ? [`${outliers === 1 ? "1 outlier" : `${outliers} outliers`}, drawn as squares and counted.`]
      : []),
    ...(min < FEWEST_FIRM ? [`Hollow values have fewer than ${FEWEST_FIRM} repeats.`] : []),
    ...(data.items.length > MAX_ROWS
      ? [`Of ${data.items.length} points the ${MAX_ROWS} with the largest spread are drawn. The table has all.`]
      : []),
  ].join(" ");
}

function table({ runs, items }: RepeatsData): DataTable {
  const text = (value: Cell) => String(value ?? "");
  return {
    caption: "Values of all runs",
    columns: [
      { label: "Point", unit: null, format: text },
      { label: "Metric", unit: null, format: text },
      { label: "Unit", unit: null, format: text },
      { label: "Run", unit: null, format: text },
      { label: "Value", unit: null, format: (value) => formatNumber(value as number | null, { digits: 4 }) },
      {
        label: "Deviation",
        unit: "percent",
        format: (value) => formatPercent(value as number | null, { sign: true }),
      },
      { label: "n", unit: null, format: text },
    ],
    rows: items.flatMap(({ phase_ordinal, name, metric, unit, values, median, n }) =>
      values.map((value, index): Cell[] => [
        `${phase_ordinal}. ${name}`,
        METRICS[metric].label,
        unit,
        runs[index] ?? null,
        value,
        value === null || median === null || median === 0 ? null : (100 * (value - median)) / median,
        n,
      ]),
    ),
  };
}

export const repeats: ChartDefinition<RepeatsData> = {
  id: "repeats",
  title: "Repeats and their median",
  height: repeatsHeight,
  option: repeatsOption,
  legend: (data, theme) => {
    const values = { name: VALUES_NAME, kind: "line" as const, style: subjectStyle(theme), symbol: true };
    const box = { name: BOX_NAME, kind: "band" as const, style: seriesStyle(theme, 4), symbol: false };
    return spreadRows(data).some(({ box: rowBox }) => rowBox) ? [values, box] : [values];
  },
  describe,
  table,
  zoomable: false,
};
