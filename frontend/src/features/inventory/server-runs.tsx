/** The runs of a server: the latest in a card, and all of them page by page. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/context";
import { runsQuery } from "@/api/runs";
import type { RunSummary, Server } from "@/api/types";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { shortHeadline } from "@/components/headline";
import { AnchorLink, ButtonLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { ErrorNotice } from "@/components/notice";
import { Paging } from "@/components/paging";
import { NO_VALUE } from "@/lib/short-values";
import { serverPage as words } from "@/messages/server-page";
import { StateBadge } from "@/parts/badge";
import { Card } from "@/parts/card";
import { SkeletonBox } from "@/parts/skeleton";
import classes from "./server-page.module.css";

const SHOWN = 6;
const TABLE_WIDTH = 640;

/** Return the first number of a run in short. */
function resultOf({ headline: [first] }: RunSummary): string {
  return first ? shortHeadline(first) : NO_VALUE;
}

export function LatestRuns({ server }: { server: Server }) {
  const { data, error } = useQuery(runsQuery(useApi(), { server_id: server.number }));
  return (
    <Card
      title={words.latestRuns}
      aside={
        <ButtonLink to="." search={(search) => ({ ...search, tab: "runs" })} variant="subtle" size="xs">
          {words.allRuns}
        </ButtonLink>
      }
    >
      {error && !data && <ErrorNotice error={error} />}
      {!data && !error && <SkeletonBox height={SHOWN * 34} />}
      {data?.items.length === 0 && <p className={classes.nothing}>{words.noRuns}</p>}
      <ul className={classes.lines}>
        {data?.items.slice(0, SHOWN).map((run) => (
          <li key={run.id}>
            <AnchorLink to="/runs/$ref" params={{ ref: run.number }} className={classes.number}>
              {run.number}
            </AnchorLink>
            <span className={classes.lineText} dir="auto" title={run.title}>
              {run.title}
            </span>
            {run.state === "finished" && run.headline.length > 0 ? (
              <b className={classes.value} title={run.headline[0]?.workload ?? undefined}>
                {resultOf(run)}
              </b>
            ) : (
              <StateBadge state={run.state} verdict={run.verdict?.status} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const COLUMNS: readonly Column<RunSummary>[] = [
  {
    key: "run",
    title: words.runColumns.run,
    cell: ({ number }) => (
      <AnchorLink to="/runs/$ref" params={{ ref: number }}>
        {number}
      </AnchorLink>
    ),
  },
  { key: "title", title: words.runColumns.title, wrap: true, cell: ({ title }) => title },
  {
    key: "state",
    title: words.runColumns.state,
    cell: ({ state, verdict }) => <StateBadge state={state} verdict={verdict?.status} />,
  },
  { key: "result", title: words.runColumns.result, numeric: true, cell: resultOf },
  {
    key: "ended",
    title: words.runColumns.ended,
    cell: ({ finished_at, created_at }) => <Moment at={finished_at ?? created_at} />,
  },
];

export function ServerRuns({ server }: { server: Server }) {
  const [cursor, go] = useState<string>();
  const { data, error, refetch } = useQuery(runsQuery(useApi(), { server_id: server.number, cursor }));
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <TableSkeleton caption={words.runsCaption} columns={COLUMNS} rows={6} minWidth={TABLE_WIDTH} />;
  if (data.items.length === 0 && !cursor) return <p className={classes.quiet}>{words.noRuns}</p>;
  return (
    <>
      <DataTable
        caption={words.runsCaption}
        columns={COLUMNS}
        rows={data.items}
        rowKey={({ id }) => id}
        minWidth={TABLE_WIDTH}
        long
      />
      <Paging cursor={cursor} nextCursor={data.next_cursor} go={go} />
    </>
  );
}
