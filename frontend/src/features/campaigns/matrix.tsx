/** The matrix of a campaign: configurations by workloads as cells with value and change, walked by the arrow keys. */
import { useComputedColorScheme } from "@mantine/core";
import { IconAlertCircle, IconAlertTriangle, IconBan, IconEyeOff, IconHourglass } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type CSSProperties, type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import type { MatrixCell } from "@/api/types";
import { cellColour } from "@/charts/ramp";
import { type ChartTheme, THEMES } from "@/charts/theme";
import { shortSpan } from "@/lib/short-times";
import { NO_VALUE, shortChange } from "@/lib/short-values";
import { messages, word } from "@/messages";
import { campaigns, matrix as words } from "@/messages/campaigns";
import { parts } from "@/messages/parts";
import { Dot } from "@/parts/dot";
import { figureText } from "./figure-text";
import classes from "./matrix.module.css";
import table from "./matrix-cells.module.css";
import { cellValue, type GroupedMatrix, type MatrixGroup, type MatrixLine, type ShownCell } from "./matrix-groups";

export type Shown = "values" | "change" | "p99";

const CELL = `${table.cell} ${classes.cell}`;

export interface MatrixProps {
  matrix: GroupedMatrix;
  shown: Shown;
  /** Returns the p99 of a cell as text; called only where it is shown. */
  p99Of: (cell: MatrixCell) => string | null;
}

export function Matrix({ matrix: { workloads, groups }, shown, p99Of }: MatrixProps) {
  const theme = THEMES[useComputedColorScheme("light", { getInitialValueInEffect: false })];
  const walk = useWalk();
  const lines = groups.flatMap((group) => group.lines.map((line) => `${group.key} ${line.row.row}`));
  return (
    <section className={classes.scroller} aria-label={messages.scrollTable(words.caption)}>
      <table
        className={`${table.matrix} ${classes.matrix}`}
        ref={walk.ref}
        style={{ "--workloads": workloads.length } as CSSProperties}
      >
        <caption className="visually-hidden">{words.caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              <span className="visually-hidden">{words.configuration}</span>
            </th>
            {workloads.map(({ label, unit }) => (
              <th key={label} scope="col" className={`${table.head} ${classes.head}`} dir="auto">
                {label}
                <small>{shown === "p99" ? words.p99 : (unit ?? "")}</small>
              </th>
            ))}
            <th scope="col" className={`${table.takesHead} ${classes.head}`}>
              {words.takesHead}
            </th>
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.key}>
            {group.name && <GroupHead group={group} columns={workloads.length + 2} />}
            {group.lines.map((line) => (
              <Line
                key={line.row.row}
                line={line}
                place={lines.indexOf(`${group.key} ${line.row.row}`)}
                labels={workloads.map(({ label }) => label)}
                units={workloads.map(({ unit }) => unit)}
                {...{ shown, theme, p99Of, walk }}
              />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

function GroupHead({ group, columns }: { group: MatrixGroup; columns: number }) {
  return (
    <tr>
      <th scope="rowgroup" colSpan={columns} className={classes.groupHead}>
        <div>
          <span dir="auto">{group.name}</span>
          {group.versus && <span className={classes.quiet}>{group.versus}</span>}
          <span className={classes.count} data-numeric>
            {words.ofCells(group.done, group.possible)}
          </span>
        </div>
      </th>
    </tr>
  );
}

interface LineProps extends Pick<MatrixProps, "shown" | "p99Of"> {
  line: MatrixLine;
  /** Its place among all lines. */
  place: number;
  labels: readonly string[];
  units: readonly (string | null)[];
  theme: ChartTheme;
  walk: Walk;
}

function Line({
  line: { row, cells, impossible, seconds },
  place,
  labels,
  units,
  shown,
  theme,
  p99Of,
  walk,
}: LineProps) {
  const isBlocked = cells.some((cell) => cell?.isBlocked);
  return (
    <tr>
      <th scope="row" className={`${table.name} ${classes.name}`} dir="auto" title={row.name}>
        {row.name}
      </th>
      {impossible !== null ? (
        <td colSpan={labels.length}>
          <span className={`${CELL} ${classes.impossible}`} data-state="impossible" {...walk.cell(place, 0)}>
            <IconBan size={13} stroke={1.75} aria-hidden="true" />
            <span>{words.impossibleRow(impossible)}</span>
          </span>
        </td>
      ) : (
        cells.map((cell, index) => (
          <td key={labels[index]}>
            <Cell
              cell={cell}
              label={cellLabel(row.name, labels[index] ?? "", cell)}
              unit={units[index] ?? null}
              place={walk.cell(place, index)}
              {...{ shown, theme, p99Of }}
            />
          </td>
        ))
      )}
      <td className={`${table.takes} ${classes.takes}`} data-blocked={isBlocked || undefined} data-numeric>
        {isBlocked ? words.decide : impossible === null && seconds !== null ? shortSpan(seconds) : ""}
      </td>
    </tr>
  );
}

interface CellProps extends Pick<MatrixProps, "shown" | "p99Of"> {
  cell: ShownCell | null;
  label: string;
  unit: string | null;
  place: Record<string, unknown>;
  theme: ChartTheme;
}

function Cell({ cell: of, label, unit, place, shown, theme, p99Of }: CellProps) {
  if (!of) {
    return (
      <span className={CELL} title={words.noCell} {...place}>
        <span className="visually-hidden">{label}</span>
      </span>
    );
  }
  const { cell, share, isBlocked } = of;
  const colour =
    cell.state === "measured" && share !== null ? cellColour(theme, FAINTEST + share * (1 - 2 * FAINTEST)) : null;
  const shared = {
    className: CELL,
    "data-state": isBlocked ? "blocked" : cell.state,
    title: label,
    style: colour ? { background: colour.fill, color: colour.text } : undefined,
    ...place,
  };
  const content = (
    <>
      <span className="visually-hidden">{label}</span>
      <span className={classes.drawn} aria-hidden="true">
        <Content shown={of} mode={shown} unit={unit} p99={shown === "p99" ? p99Of(cell) : null} />
      </span>
    </>
  );
  if (cell.run_number !== null) {
    return (
      <Link to="/runs/$ref" params={{ ref: cell.run_number }} {...shared}>
        {content}
      </Link>
    );
  }
  if (cell.job_number !== null) {
    return (
      <Link to="/jobs/$ref" params={{ ref: cell.job_number }} {...shared}>
        {content}
      </Link>
    );
  }
  return <span {...shared}>{content}</span>;
}

/** Neither the palest nor the deepest stop: letters stay easy to read. */
const FAINTEST = 0.08;

interface ContentProps {
  shown: ShownCell;
  mode: Shown;
  unit: string | null;
  p99: string | null;
}

function Content({ shown: { cell, change, isBlocked }, mode, unit, p99 }: ContentProps): ReactNode {
  const icon = { size: 13, stroke: 1.9, "aria-hidden": true } as const;
  if (isBlocked) return <IconHourglass {...icon} />;
  if (cell.state === "failed") {
    return (
      <>
        <IconAlertCircle {...icon} />
        {cell.run_number ?? cell.job_number ?? words.states.failed}
      </>
    );
  }
  if (cell.state === "running") {
    return (
      <>
        <Dot tone="run" size={6} isPulsing />
        {cell.run_number ?? cell.job_number}
      </>
    );
  }
  if (cell.state === "withheld") {
    return (
      <>
        <IconEyeOff {...icon} />
        {cell.run_number}
      </>
    );
  }
  if (cell.state === "impossible") return <IconBan {...icon} />;
  if (cell.state !== "measured") return NO_VALUE;
  const { number, unit: own } = cellValue(cell);
  const value = unit === null && own !== "" ? `${number} ${own}` : number;
  return (
    <>
      {isDoubtful(cell) && <IconAlertTriangle size={12} stroke={2} aria-hidden="true" />}
      {mode === "p99"
        ? (p99 ?? NO_VALUE)
        : mode === "change"
          ? change === null
            ? NO_VALUE
            : shortChange(change)
          : value}
      {mode === "values" && change !== null && <small>{shortChange(change)}</small>}
    </>
  );
}

/** Return true if its runs were judged and are not steady. */
function isDoubtful({ verdict }: MatrixCell): boolean {
  return verdict !== null && verdict !== "steady";
}

/** Return what is heard of a cell, and shown on hover. */
function cellLabel(row: string, workload: string, shown: ShownCell | null): string {
  if (!shown) return words.cellLabel(row, workload, words.noCell);
  const { cell, change, isBlocked } = shown;
  const facts = [
    cell.state === "measured" ? figureText(cell.value, cell.unit) : word(words.states, cell.state),
    isBlocked && words.waitsForDecision,
    cell.state === "measured" && cell.phase_name,
    change !== null && shortChange(change),
    cell.verdict !== null && word(parts.verdicts, cell.verdict),
    cell.run_number ?? cell.job_number,
    cell.condition !== null && cell.state === "measured" && words.foundIn(word(campaigns.arrayStates, cell.condition)),
    cell.rebuild_seconds !== null && words.rebuilt(shortSpan(cell.rebuild_seconds)),
    cell.reason,
  ];
  return words.cellLabel(row, workload, facts.filter(Boolean).join(", "));
}

interface Walk {
  ref: RefObject<HTMLTableElement | null>;
  /** Returns the attributes that make a cell reachable with the arrow keys. */
  cell: (line: number, column: number) => Record<string, unknown>;
}

const STEPS: Record<string, readonly [line: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** One cell of the matrix is a stop of the Tab key; the arrow keys lead to the others. */
function useWalk(): Walk {
  const ref = useRef<HTMLTableElement>(null);
  const [place, setPlace] = useState<readonly [number, number]>([0, 0]);
  const onKeyDown = (event: KeyboardEvent, line: number, column: number) => {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    const at = (to: number) => ref.current?.querySelector<HTMLElement>(`[data-cell="${line + step[0]} ${to}"]`);
    // An impossible line is one cell.
    const next = at(column + step[1]) ?? (step[0] !== 0 ? at(0) : null);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return {
    ref,
    cell: (line, column) => ({
      "data-cell": `${line} ${column}`,
      tabIndex: line === place[0] && column === place[1] ? 0 : -1,
      onFocus: () => setPlace([line, column]),
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, line, column),
    }),
  };
}
