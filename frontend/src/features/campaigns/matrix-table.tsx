/** The data table of a matrix: every generation of every cell, with all that is known about it. */
import type { CampaignMatrix, MatrixCell } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { shortSpan } from "@/lib/short-times";
import { messages, word } from "@/messages";
import { campaigns, matrix as words } from "@/messages/campaigns";
import { parts } from "@/messages/parts";
import { figureText } from "./figure-text";
import { CellStateLabel } from "./state-labels";

interface Line {
  key: string;
  server: string;
  configuration: string;
  workload: string;
  array: string;
  cell: MatrixCell;
}

export function MatrixTable({ matrix }: { matrix: CampaignMatrix }) {
  return (
    <DataTable
      caption={words.tableCaption}
      columns={COLUMNS}
      rows={linesOf(matrix)}
      rowKey={({ key }) => key}
      minWidth={1080}
      long
    />
  );
}

function linesOf({ rows, columns, cells }: CampaignMatrix): Line[] {
  return cells.map((cell) => {
    const row = rows.find((candidate) => candidate.row === cell.row);
    const column = columns.find((candidate) => candidate.column === cell.column);
    return {
      key: `${cell.row} ${cell.column} ${cell.generation}`,
      server: row?.server.name ?? messages.none,
      configuration: row?.name ?? messages.none,
      workload: column
        ? column.scale === "full"
          ? column.label
          : words.atScale(column.label, column.scale)
        : messages.none,
      array: column ? word(campaigns.arrayStates, column.state) : messages.none,
      cell,
    };
  });
}

const COLUMNS: readonly Column<Line>[] = [
  { key: "server", title: campaigns.columns.server, cell: ({ server }) => server },
  { key: "configuration", title: words.configuration, wrap: true, cell: ({ configuration }) => configuration },
  { key: "workload", title: words.workload, wrap: true, cell: ({ workload }) => workload },
  { key: "array", title: words.array, cell: ({ array }) => array },
  { key: "state", title: words.state, cell: ({ cell }) => <CellStateLabel state={cell.state} /> },
  {
    key: "value",
    title: words.value,
    numeric: true,
    cell: ({ cell }) => (cell.state === "measured" ? figureText(cell.value, cell.unit) : messages.none),
  },
  { key: "phase", title: words.phase, wrap: true, cell: ({ cell }) => cell.phase_name ?? messages.none },
  {
    key: "verdict",
    title: words.verdict,
    cell: ({ cell }) => (cell.verdict === null ? messages.none : word(parts.verdicts, cell.verdict)),
  },
  {
    key: "generation",
    title: words.generationHead,
    cell: ({ cell }) => (cell.superseded ? words.replaced(cell.generation) : cell.generation),
  },
  {
    key: "takes",
    title: words.takesHead,
    numeric: true,
    cell: ({ cell }) => (cell.estimated_seconds === null ? messages.none : shortSpan(cell.estimated_seconds)),
  },
  {
    key: "rebuild",
    title: words.rebuildHead,
    numeric: true,
    cell: ({ cell }) => (cell.rebuild_seconds === null ? messages.none : shortSpan(cell.rebuild_seconds)),
  },
  { key: "run", title: words.run, cell: ({ cell }) => <CellLink cell={cell} /> },
  { key: "reason", title: words.reason, wrap: true, cell: ({ cell }) => cell.reason ?? messages.none },
];

/** Draw the link to the run of a cell, or to its job before a run exists. */
function CellLink({ cell: { run_number, job_number } }: { cell: MatrixCell }) {
  if (run_number !== null) {
    return (
      <AnchorLink to="/runs/$ref" params={{ ref: run_number }}>
        {run_number}
      </AnchorLink>
    );
  }
  if (job_number === null) return messages.none;
  return (
    <AnchorLink to="/jobs/$ref" params={{ ref: job_number }}>
      {job_number}
    </AnchorLink>
  );
}
