/** Lines of a report with their legend, a sentence and their numbers. */
import type { Cell, ChartDefinition, DataTable, LegendItem } from "../definition";
import type { LinesPanel } from "../report/panels";
import { axisText, exactUnit, valueText } from "../report/units";
import { type ChartTheme, seriesStyle } from "../theme";
import { linesOption, markStyles, SYMBOLS_UP_TO } from "./option";

function legend(data: LinesPanel, theme: ChartTheme): LegendItem[] {
  const many = data.lines.some(({ x }) => x.length > SYMBOLS_UP_TO);
  return [
    ...data.lines.map(
      ({ name }, index): LegendItem => ({
        name,
        kind: "line",
        style: seriesStyle(theme, index),
        symbol: !many,
      }),
    ),
    ...(data.marks ? markStyles(theme) : []).map(
      ({ name, style }): LegendItem => ({
        name,
        kind: "line",
        style,
        symbol: false,
      }),
    ),
  ];
}

function describe(data: LinesPanel): string {
  const over = data.x.unit === "1/s" ? data.x.label : data.x.label.toLowerCase();
  const axis = `${data.y.label} over ${over}`;
  if (data.marks) {
    const { first, last } = data.marks;
    const average = valueText(data.y.unit, data.marks.mean, 4);
    return `${axis}: rounds ${first} to ${last}, mean ${average}. The vertical axis does not start at zero.`;
  }
  const values = data.lines.flatMap(({ y }) => y).filter((y): y is number => y !== null);
  if (values.length === 0) return `${axis}: no values.`;
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => valueText(data.y.unit, value));
  const lines = data.lines.length === 1 ? "1 line" : `${data.lines.length} lines`;
  return `${axis}: ${lines} between ${low} and ${high}.`;
}

/** One row for each place on the horizontal axis; where lines share none or come back to one, one for each point. */
function table(data: LinesPanel): DataTable {
  const place = (value: Cell) =>
    data.x.unit === "bytes" && data.x.base === 2
      ? axisText(data.x, 0).tick(Number(value))
      : valueText(data.x.unit, value, 5);
  const x = { label: data.x.label, unit: exactUnit(data.x.unit), format: place };
  const y = (label: string) => ({
    label,
    unit: exactUnit(data.y.unit),
    format: (value: Cell) => valueText(data.y.unit, value, 4),
  });
  const places = [...new Set(data.lines.flatMap((line) => line.x))].toSorted((a, b) => a - b);
  const points = data.lines.reduce((sum, line) => sum + line.x.length, 0);
  const comesBack = data.lines.some((line) => new Set(line.x).size < line.x.length);
  if (comesBack || (data.lines.length > 1 && places.length === points)) {
    return {
      caption: data.title,
      columns: [{ label: "Line", unit: null, format: String }, x, y(data.y.label)],
      rows: data.lines.flatMap((line) => line.x.map((at, index): Cell[] => [line.name, at, line.y[index] ?? null])),
    };
  }
  const values = data.lines.map((line) => new Map(line.x.map((at, index) => [at, line.y[index] ?? null])));
  return {
    caption: data.title,
    columns: [x, ...data.lines.map(({ name }) => y(name))],
    rows: places.map((at): Cell[] => [at, ...values.map((byPlace) => byPlace.get(at) ?? null)]),
  };
}

export const reportLines: ChartDefinition<LinesPanel> = {
  id: "report-lines",
  title: "Lines",
  height: () => 320,
  option: linesOption,
  legend,
  describe,
  table,
  zoomable: false,
  endNames: ({ lines }) => lines.map(({ name }) => name),
};
