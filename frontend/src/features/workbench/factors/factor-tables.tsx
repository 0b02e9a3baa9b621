/** Cells as tables, one for each panel: every state has its own look and text. */
import { Table, Title } from "@mantine/core";
import { IconArrowsSplit2, IconBan, IconCircleX, IconEyeOff } from "@tabler/icons-react";
import type { Pivot, PivotCell, PivotCellState } from "@/api/pivot";
import { AnchorLink } from "@/components/link";
import { type Tone, ToneLabel } from "@/components/state-label";
import { BadgeTags } from "@/components/tag";
import { type EmptyState, isEmptyState } from "@/lib/empty-cells";
import { MAX_PARTS, queryOfRuns } from "@/lib/query-parts";
import { messages } from "@/messages";
import { factorTables as words } from "@/messages/factor-tables";
import { againstText, differingText, figureText, type Shown, spreadText } from "./cell-texts";
import classes from "./factors.module.css";
import { titleOf } from "./take-away";

const RUNS_SHOWN = 2;

const LOOKS: Record<Exclude<PivotCellState, "measured" | EmptyState>, readonly [Tone, typeof IconBan]> = {
  several: ["warn", IconArrowsSplit2],
  impossible: ["idle", IconBan],
  failed: ["error", IconCircleX],
  withheld: ["warn", IconEyeOff],
};

interface FactorTablesProps {
  pivot: Pivot;
  shown: Shown;
}

export function FactorTables({ pivot, shown }: FactorTablesProps) {
  const label = pivot.choice.panel_label;
  return pivot.panels.map((panel) => (
    <div key={panel} className={classes.panel}>
      {label !== null && panel !== null && <Title order={3}>{words.panelTitle(label, panel)}</Title>}
      <Panel pivot={pivot} shown={shown} panel={panel} />
    </div>
  ));
}

function Panel({ pivot, shown, panel }: FactorTablesProps & { panel: string | null }) {
  const { choice, rows, columns, cells } = pivot;
  const columnLabel = choice.column_label;
  const caption = [titleOf(pivot), panel].filter(Boolean).join(", ");
  const inPanel = cells.filter((cell) => cell.panel === panel);
  return (
    <section
      className={classes.scroller}
      aria-label={messages.scrollTable(caption)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
      tabIndex={0}
    >
      <Table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <Table.Thead>
          {columnLabel !== null && (
            <Table.Tr>
              <Table.Th scope="col" rowSpan={2}>
                {words.corner(choice.row_label)}
              </Table.Th>
              <Table.Th scope="colgroup" colSpan={columns.length}>
                {columnLabel} · {unitText(pivot, shown)}
              </Table.Th>
            </Table.Tr>
          )}
          <Table.Tr>
            {columnLabel === null && <Table.Th scope="col">{words.corner(choice.row_label)}</Table.Th>}
            {columns.map((column) => (
              <Table.Th key={column} scope="col" data-numeric>
                {column ?? unitText(pivot, shown)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row}>
              <Table.Th scope="row">{row ?? words.all}</Table.Th>
              {columns.map((column) => {
                const cell = inPanel.find((candidate) => candidate.row === row && candidate.column === column);
                return <Table.Td key={column}>{cell && <CellView cell={cell} pivot={pivot} shown={shown} />}</Table.Td>;
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** Return the unit of the numbers, as the head of the table shows it. */
function unitText({ choice }: Pivot, shown: Shown): string {
  const { label, unit } = choice.metric;
  const against = againstText(shown);
  if (against !== null) return `${label}, ${against}`;
  return unit === "1/s" ? label : `${label} (${unitWords(unit)})`;
}

function unitWords(unit: string): string {
  return unit === "ns" ? "µs, ms or s" : unit === "bytes/s" ? "MB/s or GB/s" : unit;
}

function CellView({ cell, pivot, shown }: { cell: PivotCell; pivot: Pivot; shown: Shown }) {
  if (isEmptyState(cell.state)) {
    return (
      <div className={classes.cell} data-state={cell.state}>
        {words.states[cell.state]}
        <Reason cell={cell} />
      </div>
    );
  }
  if (cell.state !== "measured") {
    const [tone, Icon] = LOOKS[cell.state];
    const text = cell.state === "several" ? differingText(cell) : words.states[cell.state];
    return (
      <div className={classes.cell} data-state={cell.state}>
        <ToneLabel tone={tone} Icon={Icon} text={text} />
        <Reason cell={cell} />
        <Runs cell={cell} />
      </div>
    );
  }
  const { metric } = pivot.choice;
  const spread = spreadText(cell, metric, shown);
  return (
    <div className={classes.cell} data-state={cell.state}>
      <span className={classes.figure}>
        {figureText(cell, metric, shown)}
        {shown.baseline === cell && <span className={classes.aside}> {words.baselineCell}</span>}
      </span>
      {spread && <span className={classes.aside}>{spread}</span>}
      {cell.steady === false && <span className={classes.aside}>{words.notSteady}</span>}
      {cell.conditions.length > 0 && pivot.choice.panel !== "array.condition" && (
        <span className={classes.aside}>{cell.conditions.join(" · ")}</span>
      )}
      <BadgeTags badges={cell.badges.filter(({ level }) => level !== "info")} />
      <Runs cell={cell} />
    </div>
  );
}

function Reason({ cell: { reason } }: { cell: PivotCell }) {
  return reason ? <span className={classes.aside}>{reason}</span> : null;
}

function Runs({ cell: { run_numbers } }: { cell: PivotCell }) {
  const more = run_numbers.length - RUNS_SHOWN;
  return (
    <span className={classes.aside}>
      {run_numbers.slice(0, RUNS_SHOWN).map((number) => (
        <AnchorLink key={number} to="/runs/$ref" params={{ ref: number }} size="sm" mr={6} className={classes.run}>
          {number}
        </AnchorLink>
      ))}
      {more > 0 && (
        <AnchorLink to="/runs" search={{ q: queryOfRuns(run_numbers.slice(0, MAX_PARTS)) }} size="sm">
          {words.allRuns(run_numbers.length, MAX_PARTS)}
        </AnchorLink>
      )}
    </span>
  );
}
