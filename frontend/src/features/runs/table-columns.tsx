/** The columns of the list of runs, as the lab understood those that the address has. */
import type { RunColumn, RunRow } from "@/api/run-table";
import type { LabColumn, RowGrouping } from "@/components/lab-table/columns";
import { readColumn } from "@/lib/column-text";
import { runList as words } from "@/messages/run-list";
import { DIFFERENCE } from "./baseline-column";
import { workloadWords } from "./column-options";
import { CurveCell, CurveOfCard } from "./curve-cell";
import { DifferenceCell } from "./difference-cell";
import { GroupMedian, GroupSpan, type GroupTotals, spanColumn, spanScale } from "./group-cells";
import type { NameRow } from "./row-names";
import { Age, RunBadges, RunCell, ValueCell, valueAt } from "./run-cells";
import classes from "./runs.module.css";
import { CURVE } from "./search";
import { shadeOf } from "./shades";
import { groupTitle, isLatency } from "./values";

const WIDTHS: Readonly<Record<string, number>> = { [CURVE]: 116, state: 192, created: 70 };
const LEASTS: Readonly<Record<string, number>> = { run: 176, [CURVE]: 92, state: 118 };
/** Widths in px: of a letter in the head, of a head without letters, and the minimum and maximum of a column. */
const [LETTER, ROOM, MIN_WIDTH, MAX_WIDTH] = [6.6, 34, 84, 240];
/** Width of a number column without its whole head, in px. */
const NUMBER_WIDTH = 72;
const TEXT_WIDTH = 140;
const DIFFERENCE_WIDTH = 112;

type ColumnName = Pick<RunColumn, "field" | "title" | "workload"> & { baseline?: string | null };

/** Return the head of a column, with its workload as people call it. */
export function columnTitle({ field, title, workload, baseline }: ColumnName): string {
  const head = baseline ? words.versus(words.heads[field] ?? field, baseline) : (words.heads[field] ?? title);
  return workload === null ? head : words.figureOf(head, workloadWords(workload));
}

/** Return the columns of an address before the lab has named them. */
export function expectedColumns(columns: readonly string[]): RunColumn[] {
  return columns.map((expression) => {
    const { field, workload } = readColumn(expression);
    const title = words.heads[field] ?? field;
    const isText = field === "state" || field === "created";
    return {
      expression,
      title,
      field,
      workload,
      type: isText ? "choice" : "number",
      unit: null,
      baseline: null,
    };
  });
}

/** Return the name of a column of an address, as its head has it. */
export function columnName(expression: string, named: readonly RunColumn[]): string {
  const match = named.find((column) => column.expression === expression);
  return match ? columnTitle(match) : (words.heads[expression] ?? expression);
}

export interface TableLook {
  /** Place of the curve among the columns; -1 without one. */
  curveAt: number;
  nameOf: NameRow;
  /** Number of the run that the others are compared with. */
  baseline: string | undefined;
  /** The column with that difference. */
  difference: string | null;
  totals: GroupTotals | null;
  /** Those whose figures are coloured by their size; null for no colours. */
  shaded: readonly RunRow[] | null;
  now: Date;
}

export function tableColumns(columns: readonly RunColumn[], look: TableLook): LabColumn<RunRow>[] {
  const firstFigure = columns.findIndex(({ type, unit }) => type === "number" && unit !== null);
  const { curveAt, nameOf, baseline } = look;
  const ofLab = columns.map((column, place) =>
    column.baseline ? differenceColumn(column, place, look) : labColumn(column, place, place === firstFigure, look),
  );
  return [
    {
      key: "title",
      title: words.heads.run ?? "",
      width: 220,
      minWidth: LEASTS.run,
      grows: true,
      sortable: true,
      cell: (run) => <RunCell run={run} name={nameOf(run)} isBaseline={run.number === baseline} />,
    },
    ...(curveAt < 0 ? ofLab : ofLab.toSpliced(curveAt, 0, CURVE_COLUMN)),
  ];
}

const [ROW_CURVE, CARD_CURVE] = [26, 64];

const CURVE_COLUMN: LabColumn<RunRow> = {
  key: CURVE,
  title: words.heads[CURVE] ?? "",
  width: WIDTHS[CURVE] ?? 0,
  minWidth: LEASTS[CURVE],
  cell: (run) => <CurveCell run={run} height={ROW_CURVE} />,
  onCard: "picture",
  card: (run) => <CurveOfCard run={run} height={CARD_CURVE} />,
};

function labColumn(
  column: RunColumn,
  place: number,
  isStrong: boolean,
  { totals, shaded, now }: TableLook,
): LabColumn<RunRow> {
  const { expression, field, type } = column;
  const title = columnTitle(column);
  const isNumber = type === "number";
  const fitted = Math.min(Math.max(title.length * LETTER + ROOM, isNumber ? MIN_WIDTH : TEXT_WIDTH), MAX_WIDTH);
  const minWidth = LEASTS[field] ?? (isNumber ? NUMBER_WIDTH : undefined);
  const common = { key: expression, title, width: WIDTHS[field] ?? fitted, minWidth, sortable: true };
  if (field === "state") return { ...common, cell: (run) => <RunBadges run={run} />, onCard: "side" };
  if (field === "created") {
    return { ...common, numeric: true, cell: (run) => <Age at={run.created_at} now={now} />, onCard: "note" };
  }
  const value = (run: RunRow) => <ValueCell column={column} {...valueAt(run, place)} now={now} isStrong={isStrong} />;
  return {
    ...common,
    numeric: isNumber || type === "date",
    lowFirst: isLatency(column),
    shade: shaded === null ? undefined : shadeOf(column, place, shaded),
    cell: value,
    ...(isStrong
      ? { onCard: "figure" }
      : {
          onCard: "note",
          card: (run) => (
            <>
              {title} {value(run)}
            </>
          ),
        }),
    ...(totals &&
      isNumber && {
        ofGroup: ([run]) => (
          <GroupMedian column={column} summary={run && totals.get(run.group ?? null)?.summaries[place]} />
        ),
      }),
  };
}

/** The difference from the baseline of the list is called so; one from another run has its name. */
function differenceColumn(column: RunColumn, place: number, { difference }: TableLook): LabColumn<RunRow> {
  const named = columnTitle(column);
  const isOfList = column.expression.replace(/\s/g, "") === difference?.replace(/\s/g, "");
  return {
    key: isOfList ? DIFFERENCE : column.expression,
    title: isOfList ? (words.heads[DIFFERENCE] ?? "") : named,
    hint: named,
    width: DIFFERENCE_WIDTH,
    numeric: true,
    cell: (run) => <DifferenceCell column={column} run={run} place={place} />,
    onCard: "side",
  };
}

/** Groups as the lab made them: their totals are those of all runs, loaded or not. */
export function tableGroups(field: string, columns: readonly RunColumn[], totals: GroupTotals): RowGrouping<RunRow> {
  const groups = [...totals.values()];
  const place = spanColumn(columns, groups);
  const scale = spanScale(groups, place);
  const column = columns[place];
  const totalOf = ([run]: readonly RunRow[]) => (run ? totals.get(run.group ?? null) : undefined);
  return {
    of: ({ group = null }) => ({ key: JSON.stringify(group), title: groupTitle(field, group) }),
    count: (rows) => totalOf(rows)?.run_count ?? rows.length,
    note: (rows) => {
      const total = totalOf(rows);
      const summary = total?.summaries[place];
      return (
        <span className={classes.groupNote}>
          {words.groupNote(total?.run_count ?? rows.length, summary?.median != null)}
          {column && summary && (
            <span className={classes.cardMedian}>
              <GroupMedian column={column} summary={summary} />
            </span>
          )}
          {column && summary && <GroupSpan column={column} summary={summary} scale={scale} />}
        </span>
      );
    },
  };
}
