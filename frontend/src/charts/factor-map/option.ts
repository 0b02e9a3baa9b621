/** Results over two factors as a map of cells: the first row on top, what has no value left without colour. */
import type { PivotCell } from "@/api/pivot";
import { isEmptyState } from "@/lib/empty-cells";
import { METRICS } from "@/lib/metrics";
import type { ChartOption, ChartView } from "../definition";
import { behindOf, cellText, type FactorBarsData } from "../factor-bars/option";
import { words as nights } from "../nights/words";
import { isSingle } from "../repeats-behind";
import { type HeatCell, heatMapHeight, heatMapOption } from "../sweeps/heat-map";
import { limitsOf, sequential } from "../sweeps/scale";
import type { ChartTheme } from "../theme";
import { words } from "./words";

export const factorMapHeight = ({ rows }: FactorBarsData): number =>
  heatMapHeight({ rows: rows.map((row) => row ?? words.all) });

/** `RAID 5, 8`, as far as the map has both factors. */
export const placeOf = ({ row, column }: Pick<PivotCell, "row" | "column">): string =>
  [row, column].filter((level) => level !== null).join(", ") || words.all;

export function factorMapOption(data: FactorBarsData, theme: ChartTheme, view: ChartView): ChartOption {
  const metric = METRICS[data.metric];
  const measured = data.cells.filter(({ state }) => state === "measured");
  const colour = sequential(theme, limitsOf(measured.map(({ value }) => value)) ?? [0, 0]);
  const drawn = (cell: PivotCell): HeatCell | null => {
    if (isEmptyState(cell.state) && cell.reason === null) return null;
    const text = cellText(cell, metric);
    const differing = cell.differs.map(({ label }) => label).join(", ");
    const reason = cell.reason ?? (cell.state === "several" && differing ? words.differing(differing) : null);
    const isWorse = cell.run_numbers.some((run) => data.worseRuns?.includes(run));
    const detail = [placeOf(cell), reason ?? `${metric.label}  ${text}`, ...(isWorse ? [nights.worse] : [])].join("\n");
    if (cell.state !== "measured" || cell.value === null) {
      return { colour: { fill: theme.gridLine, text: theme.secondary }, texts: [text], detail };
    }
    const short = metric.format(cell.value, { digits: 2 });
    return {
      colour: colour(cell.value),
      texts: [cellText({ ...cell, n: 1 }, metric), short],
      detail,
      isWorse,
      single: isSingle(behindOf(cell, data)),
    };
  };
  const rows = data.rows.toReversed();
  const cellAt = (row: string | null, column: string | null) =>
    data.cells.find((cell) => cell.row === row && cell.column === column);
  return heatMapOption(
    {
      name: metric.label,
      title: null,
      rowTitle: data.rowLabel ?? "",
      columnTitle: data.columnLabel ?? "",
      rows: rows.map((row) => row ?? words.all),
      columns: data.columns.map((column) => column ?? words.all),
      cells: rows.map((row) =>
        data.columns.map((column) => {
          const cell = cellAt(row, column);
          return cell ? drawn(cell) : null;
        }),
      ),
    },
    theme,
    view,
  );
}
