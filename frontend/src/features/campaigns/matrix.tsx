/** The matrix of a campaign: configurations by workloads, each in the states of the array that were asked for. */
import { Table } from "@mantine/core";
import type { ArrayState } from "@/api/campaigns";
import type { CampaignMatrix, MatrixCell } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { VerdictLabel } from "@/components/state-label";
import { formatDuration } from "@/lib/units";
import { messages, word } from "@/messages";
import { campaigns, matrix as words } from "@/messages/campaigns";
import classes from "./campaigns.module.css";
import { cellsByField, columnGroups, serversOf } from "./cell-grid";
import { figureText } from "./figure-text";
import { CellStateLabel } from "./state-labels";

export interface MatrixProps {
  matrix: CampaignMatrix;
  /** Only this state of the array; all of them without it. */
  state?: ArrayState;
}

export function Matrix({ matrix, state }: MatrixProps) {
  const groups = columnGroups(matrix.columns, state);
  const columns = groups.flatMap((group) => group.columns);
  const cellsAt = cellsByField(matrix);
  return (
    <section
      className={classes.scroller}
      aria-label={messages.scrollTable(words.caption)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
      tabIndex={0}
    >
      <Table className={classes.matrix}>
        <caption className="visually-hidden">{words.caption}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th rowSpan={2} scope="col">
              {words.configuration}
            </Table.Th>
            {groups.map(({ label, scale, columns: [first, ...more] }) => (
              <Table.Th key={first?.column} colSpan={more.length + 1} scope="colgroup">
                {scale === "full" ? label : words.atScale(label, scale)}
              </Table.Th>
            ))}
          </Table.Tr>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.column} scope="col">
                {word(campaigns.arrayStates, column.state)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        {serversOf(matrix.rows).map(({ id, name, rows }, _, servers) => (
          <Table.Tbody key={id}>
            {servers.length > 1 && (
              <Table.Tr>
                <Table.Th scope="rowgroup" colSpan={columns.length + 1}>
                  {name}
                </Table.Th>
              </Table.Tr>
            )}
            {rows.map((row) => (
              <Table.Tr key={row.row}>
                <Table.Th scope="row">{row.name}</Table.Th>
                {columns.map(({ column }) => (
                  <Field key={column} cells={cellsAt(row.row, column)} />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        ))}
      </Table>
    </section>
  );
}

/** The newest generation of a cell decides about the look of its field; earlier ones stand below it. */
function Field({ cells }: { cells: readonly MatrixCell[] }) {
  const [newest] = cells;
  if (!newest) return <Table.Td data-state="impossible">{words.noCell}</Table.Td>;
  return (
    <Table.Td data-state={newest.state}>
      {cells.map((cell) => (
        <Cell key={cell.generation} cell={cell} several={cells.length > 1} />
      ))}
    </Table.Td>
  );
}

function Cell({ cell, several }: { cell: MatrixCell; several: boolean }) {
  const { state, generation, superseded, value, unit, phase_name, verdict, rebuild_seconds, estimated_seconds } = cell;
  const aside = [
    state === "measured" && phase_name,
    (several || generation > 1) && words.generation(generation),
    superseded && words.superseded,
    rebuild_seconds !== null && words.rebuilt(formatDuration(rebuild_seconds)),
    AHEAD.has(state) && estimated_seconds !== null && words.takes(formatDuration(estimated_seconds)),
  ].filter(Boolean);
  return (
    <div className={classes.cell} data-superseded={superseded || undefined}>
      {/* Only what was measured as it was asked for is a figure of this cell. */}
      {state === "measured" && <strong data-numeric>{figureText(value, unit)}</strong>}
      <span className={classes.cellLine}>
        <CellStateLabel state={state} reason={reasonOf(cell)} />
        <CellLink cell={cell} />
      </span>
      {/* A figure of runs that never became steady is no plateau, however it was measured. */}
      {state === "measured" && verdict !== null && verdict !== "steady" && <VerdictLabel status={verdict} />}
      {aside.length > 0 && <span className={classes.aside}>{aside.join(", ")}</span>}
    </div>
  );
}

const AHEAD: ReadonlySet<MatrixCell["state"]> = new Set(["planned", "waiting", "running"]);

function reasonOf({ state, reason, condition }: MatrixCell): string | null {
  const found =
    state === "measured" && condition !== null ? words.foundIn(word(campaigns.arrayStates, condition)) : null;
  return [reason, found].filter(Boolean).join(" ") || null;
}

/** To the run of a cell, or to its job while there is none. */
function CellLink({ cell: { run_number, job_number } }: { cell: MatrixCell }) {
  if (run_number !== null) {
    return (
      <AnchorLink to="/runs/$ref" params={{ ref: run_number }}>
        {run_number}
      </AnchorLink>
    );
  }
  if (job_number === null) return null;
  return (
    <AnchorLink to="/jobs/$ref" params={{ ref: job_number }}>
      {job_number}
    </AnchorLink>
  );
}
