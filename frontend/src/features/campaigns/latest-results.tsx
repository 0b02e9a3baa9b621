/** The newest results of a campaign, with what each is compared with. */
import { IconChevronRight } from "@tabler/icons-react";
import type { CalendarSlot, CampaignMatrix, CampaignResults, MatrixCell, MatrixRow } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { AnchorLink, ButtonLink } from "@/components/link";
import { shortMoment } from "@/lib/short-times";
import { joinShort } from "@/lib/short-values";
import { formatDateTime } from "@/lib/units";
import { messages } from "@/messages";
import { latest as words } from "@/messages/campaigns";
import { StateBadge } from "@/parts/badge";
import { Card } from "@/parts/card";
import { Delta } from "@/parts/delta";
import classes from "./campaigns.module.css";
import { cellValue, type GroupedMatrix, metricOf } from "./matrix-groups";
import { p99Text } from "./p99";

const MAX_RESULTS = 5;

export interface LatestResultsProps {
  reference: string;
  grouped: GroupedMatrix;
  matrix: CampaignMatrix;
  slots: readonly CalendarSlot[];
  /** Null while they are on the way. */
  results: CampaignResults | null;
  done: number;
}

interface Result {
  cell: MatrixCell;
  row: MatrixRow;
  workload: string;
  change: number | null;
  at: string | null;
  p99: string | null;
}

export function LatestResults({ reference, grouped, matrix, slots, results, done }: LatestResultsProps) {
  const rows = newestOf(grouped, matrix, slots, results);
  return (
    <Card
      title={words.title}
      aside={
        <ButtonLink
          to="/campaigns/$ref"
          params={{ ref: reference }}
          search={{ tab: "results" }}
          variant="subtle"
          size="xs"
          rightSection={<IconChevronRight size={14} stroke={1.75} aria-hidden="true" />}
        >
          {words.all(done)}
        </ButtonLink>
      }
    >
      {rows.length === 0 ? (
        <p className={classes.none}>{words.empty}</p>
      ) : (
        <div className={classes.flush}>
          <DataTable
            caption={words.title}
            columns={COLUMNS}
            rows={rows}
            rowKey={({ cell }) => `${cell.row} ${cell.column} ${cell.generation}`}
            minWidth={720}
          />
        </div>
      )}
    </Card>
  );
}

function newestOf(
  grouped: GroupedMatrix,
  matrix: CampaignMatrix,
  slots: readonly CalendarSlot[],
  results: CampaignResults | null,
): Result[] {
  const endOf = ({ row, column, generation }: MatrixCell) =>
    slots.find((slot) => slot.row === row && slot.column === column && slot.generation === generation)?.ends_at ?? null;
  const measuredResults = grouped.groups.flatMap(({ lines }) =>
    lines.flatMap(({ row, cells }) =>
      cells.flatMap((shown): Result[] => {
        if (shown?.cell.state !== "measured") return [];
        const { cell, change } = shown;
        const workload = matrix.columns.find(({ column }) => column === cell.column)?.label ?? messages.none;
        return [{ cell, row, workload, change, at: endOf(cell), p99: results && p99Text(cell, results) }];
      }),
    ),
  );
  return measuredResults
    .toSorted((one, other) => Date.parse(other.at ?? "") - Date.parse(one.at ?? "") || 0)
    .slice(0, MAX_RESULTS);
}

const COLUMNS: readonly Column<Result>[] = [
  {
    key: "run",
    title: words.run,
    cell: ({ cell }) =>
      cell.run_number === null ? (
        messages.none
      ) : (
        <AnchorLink to="/runs/$ref" params={{ ref: cell.run_number }}>
          {cell.run_number}
        </AnchorLink>
      ),
  },
  { key: "configuration", title: words.configuration, wrap: true, cell: ({ row }) => row.name },
  { key: "workload", title: words.workload, wrap: true, cell: ({ workload }) => workload },
  {
    key: "value",
    title: words.value,
    numeric: true,
    cell: ({ cell }) => <strong>{joinShort(cellValue(cell))}</strong>,
  },
  { key: "p99", title: words.p99, numeric: true, cell: ({ p99 }) => p99 ?? messages.none },
  {
    key: "change",
    title: words.change,
    numeric: true,
    cell: ({ cell, change }) =>
      change === null ? messages.none : <Delta percent={change} metric={metricOf(cell.metric)?.name ?? null} />,
  },
  { key: "state", title: words.state, cell: ({ cell }) => <StateBadge state="finished" verdict={cell.verdict} /> },
  {
    key: "when",
    title: words.when,
    numeric: true,
    cell: ({ at }) =>
      at === null ? (
        messages.none
      ) : (
        <time dateTime={at} title={formatDateTime(at)}>
          {shortMoment(new Date(at), new Date())}
        </time>
      ),
  },
];
