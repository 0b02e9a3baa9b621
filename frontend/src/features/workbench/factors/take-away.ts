/** The table as text for elsewhere: Markdown as it is read, CSV with every exact number and its conditions. */
import type { Pivot, PivotCell } from "@/api/pivot";
import type { Cell, DataTable } from "@/charts/definition";
import { factorTables as words } from "@/messages/factor-tables";
import { cellText, type Shown } from "./cell-texts";

const text = (value: Cell) => String(value ?? "");
const plain = (label: string) => ({ label, unit: null, format: text });

export function titleOf(pivot: Pivot): string {
  const { metric, row_label, column_label } = pivot.choice;
  return words.caption(metric.label, row_label, column_label);
}

/** One line for each row of each panel, as the page shows it. */
export function readTable(pivot: Pivot, shown: Shown): DataTable {
  const { choice, rows, columns, panels, cells } = pivot;
  const panelLabel = choice.panel_label;
  const cellAt = (panel: string | null, row: string | null, column: string | null) =>
    cells.find((cell) => cell.panel === panel && cell.row === row && cell.column === column);
  return {
    caption: titleOf(pivot),
    columns: [
      ...(panelLabel === null ? [] : [plain(panelLabel)]),
      plain(words.corner(choice.row_label)),
      ...columns.map((column) => plain(column ?? choice.metric.label)),
    ],
    rows: panels.flatMap((panel) =>
      rows.map((row): Cell[] => [
        ...(panelLabel === null ? [] : [panel]),
        row ?? words.all,
        ...columns.map((column) => {
          const cell = cellAt(panel, row, column);
          return cell ? cellText(cell, choice.metric, shown) : null;
        }),
      ]),
    ),
  };
}

/** One line for each cell with all that is known of it, in base units. */
export function exactTable(pivot: Pivot): DataTable {
  const { choice, cells } = pivot;
  const { long } = words;
  const figure = (label: string) => ({ label, unit: choice.metric.unit, format: text });
  return {
    caption: titleOf(pivot),
    columns: [
      plain(choice.panel_label ?? long.panel),
      plain(choice.row_label ?? long.row),
      plain(choice.column_label ?? long.column),
      ...choice.fixed.map(({ label }) => plain(label)),
      plain(long.state),
      figure(choice.metric.label),
      figure(long.low),
      figure(long.high),
      plain(long.kind),
      plain(long.n),
      figure(long.min),
      figure(long.max),
      figure(long.intervalFrom),
      figure(long.intervalTo),
      { label: long.cov, unit: "%", format: text },
      plain(long.differs),
      plain(long.reason),
      plain(long.condition),
      plain(long.steady),
      plain(long.badges),
      plain(long.runs),
    ],
    rows: cells.map((cell): Cell[] => [
      cell.panel,
      cell.row,
      cell.column,
      ...choice.fixed.map(({ value }) => value),
      words.states[cell.state],
      cell.value,
      cell.low,
      cell.high,
      cell.value_kind,
      cell.n,
      cell.min,
      cell.max,
      cell.ci95_low,
      cell.ci95_high,
      cell.cv_percent,
      differing(cell),
      cell.reason,
      cell.conditions.join("; ") || null,
      cell.steady === null ? null : cell.steady ? long.yes : long.no,
      cell.badges.map(({ label }) => label).join("; ") || null,
      cell.run_numbers.join(" "),
    ]),
  };
}

function differing({ differs }: PivotCell): string | null {
  return differs.map(({ label, levels }) => `${label}: ${levels.join(", ")}`).join("; ") || null;
}
