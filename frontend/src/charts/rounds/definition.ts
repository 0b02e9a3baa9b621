/** The rounds chart (C2): whether and when the rounds of a run became steady. */
import type { Cell, ChartDefinition, DataTable, LegendItem } from "../definition";
import { type ChartTheme, subjectStyle } from "../theme";
import {
  FIT_NAME,
  fitStyle,
  RANGE_NAME,
  ROUNDS_NAME,
  type RoundsData,
  roundsMetric,
  roundsOption,
  windowFigures,
} from "./option";

const NOT_FROM_ZERO = "The vertical axis does not start at zero.";

function legend(data: RoundsData, theme: ChartTheme): LegendItem[] {
  const rounds: LegendItem = { name: ROUNDS_NAME, kind: "line", style: subjectStyle(theme), symbol: true };
  const range = { ...subjectStyle(theme), colour: theme.steady };
  return windowFigures(data)
    ? [
        rounds,
        { name: FIT_NAME, kind: "line", style: fitStyle(theme), symbol: false },
        { name: RANGE_NAME, kind: "band", style: range, symbol: false },
      ]
    : [rounds];
}

function table(data: RoundsData): DataTable {
  const metric = roundsMetric(data);
  const [first = Number.POSITIVE_INFINITY, last = 0] = data.window ?? [];
  return {
    caption: "Value of each round",
    columns: [
      { label: "Round", unit: null, format: (value) => String(value) },
      {
        label: metric.label,
        unit: metric.unit,
        format: (value) => metric.format(value as number | null, { digits: 4 }),
      },
      { label: "Measurement window", unit: null, format: (value) => String(value) },
    ],
    rows: data.rounds.map((value, index): Cell[] => [
      index + 1,
      value,
      index + 1 >= first && index + 1 <= last ? "inside" : "outside",
    ]),
  };
}

export const rounds: ChartDefinition<RoundsData> = {
  id: "rounds",
  title: "Steady state by rounds",
  height: () => 340,
  option: roundsOption,
  legend,
  describe: (data) => `${data.sentence} ${NOT_FROM_ZERO}`,
  caption: () => NOT_FROM_ZERO,
  table,
  zoomable: false,
};
