/** Runs at work, how far each is and when it should end. */
import { Progress, Text } from "@mantine/core";
import type { Overview, RunUnderWay } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { PieceLink } from "@/components/piece-link";
import { StateLabel } from "@/components/state-label";
import { formatDuration, formatPercent } from "@/lib/units";
import { messages } from "@/messages";
import { glance as words } from "@/messages/glance";
import { sparkline } from "@/messages/sparkline";
import classes from "./overview.module.css";
import { Recent } from "./recent";

const TABLE_WIDTH = 1160;

export function UnderWay({ overview: { under_way } }: { overview: Overview }) {
  const { items, count, waiting_count } = under_way;
  return (
    <>
      {items.length === 0 ? (
        <Text>{words.nothingRuns}</Text>
      ) : (
        <DataTable
          caption={words.runningCaption}
          columns={COLUMNS}
          rows={items}
          rowKey={({ id }) => id}
          minWidth={TABLE_WIDTH}
        />
      )}
      {items.length < count && <Text c="dimmed">{words.runningMore(items.length, count)}</Text>}
      {waiting_count > 0 && (
        <Text>
          <AnchorLink to="/queue">{words.waiting(waiting_count)}</AnchorLink>
        </Text>
      )}
    </>
  );
}

const COLUMNS: readonly Column<RunUnderWay>[] = [
  {
    key: "run",
    title: words.runningColumns.run,
    // What is live is on the page of its job.
    cell: ({ number, job }) => (
      <AnchorLink to="/jobs/$ref" params={{ ref: job.number }}>
        {number}
      </AnchorLink>
    ),
  },
  { key: "title", title: words.runningColumns.title, wrap: true, cell: ({ title }) => title },
  {
    key: "server",
    title: words.runningColumns.server,
    cell: ({ server }) => <PieceLink kind="server" piece={server} />,
  },
  {
    key: "state",
    title: words.runningColumns.state,
    cell: ({ state, cancelling }) => <StateLabel state={cancelling ? "cancelling" : state} />,
  },
  { key: "progress", title: words.runningColumns.progress, wrap: true, cell: (run) => <HowFar run={run} /> },
  {
    key: "recent",
    title: sparkline.column,
    cell: ({ id, progress }) => (progress ? <Recent runId={id} /> : messages.none),
  },
  {
    key: "remaining",
    title: words.runningColumns.remaining,
    numeric: true,
    cell: ({ progress }) => (progress ? formatDuration(progress.remaining_seconds) : messages.none),
  },
  {
    key: "eta",
    title: words.runningColumns.eta,
    cell: ({ progress }) => (progress ? <Moment at={progress.estimated_finish_at} /> : messages.none),
  },
];

function HowFar({ run: { number, progress } }: { run: RunUnderWay }) {
  if (!progress) return words.notBegun;
  const { percent, phase_ordinal, phase_count, phase_name } = progress;
  return (
    <div className={classes.progress}>
      <span data-numeric>{formatPercent(percent)}</span>
      <Progress value={percent} size="sm" aria-label={words.progressOf(number)} />
      {phase_ordinal !== null && (
        <span className={classes.aside}>
          {words.phaseOf(phase_ordinal, phase_count, phase_name ?? messages.unknown)}
        </span>
      )}
    </div>
  );
}
