/** The runs that worked on a drive, with what each wrote to it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/context";
import { driveRunsQuery } from "@/api/drive-life";
import type { DriveRun, Headline } from "@/api/types";
import { type Column, DataTable, TableSkeleton } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { ErrorNotice } from "@/components/notice";
import { Paging } from "@/components/paging";
import { findMetric } from "@/lib/metrics";
import { shortMoment } from "@/lib/short-times";
import { joinShort, NO_VALUE, shortBytes, shortPercent, shortTemperature, shortValue } from "@/lib/short-values";
import { formatDateTime, formatNumber } from "@/lib/units";
import { messages } from "@/messages";
import { driveLife as words } from "@/messages/drive-life";
import { StateBadge } from "@/parts/badge";
import classes from "./drive.module.css";

const TABLE_WIDTH = 860;
const { runColumns: names } = words;

const COLUMNS: readonly Column<DriveRun>[] = [
  {
    key: "run",
    title: names.run,
    cell: ({ run }) => (
      <AnchorLink to="/runs/$ref" params={{ ref: run.number }}>
        {run.number}
      </AnchorLink>
    ),
  },
  { key: "what", title: names.title, cut: 24, cell: ({ run }) => <b>{run.title}</b> },
  { key: "profile", title: names.profile, cut: 16, cell: ({ run }) => run.profile?.title ?? messages.none },
  { key: "written", title: names.written, numeric: true, cell: writtenText },
  {
    key: "endurance",
    title: names.endurance,
    numeric: true,
    cell: ({ endurance_percent }) => shortPercent(endurance_percent),
  },
  {
    key: "highest",
    title: names.highest,
    numeric: true,
    cell: ({ highest_temperature_c }) => shortTemperature(highest_temperature_c),
  },
  { key: "result", title: names.result, numeric: true, cell: ({ run }) => <Result headline={run.headline[0]} /> },
  {
    key: "state",
    title: names.state,
    cell: ({ run }) => <StateBadge state={run.state} verdict={run.verdict?.status ?? null} />,
  },
  { key: "when", title: names.when, numeric: true, cell: ({ run }) => <When at={run.finished_at ?? run.created_at} /> },
];

function writtenText({ written_bytes }: DriveRun): string {
  return written_bytes === null ? messages.unknown : joinShort(shortBytes(written_bytes));
}

function Result({ headline }: { headline: Headline | undefined }) {
  return (
    <>
      <b>{headlineText(headline)}</b> {headline?.workload && <small>{headline.workload}</small>}
    </>
  );
}

/** Return the headline; IOPS have no unit. */
function headlineText(headline: Headline | undefined): string {
  if (!headline) return NO_VALUE;
  const metric = findMetric(headline.metric);
  if (!metric || metric.unit !== headline.unit) return `${formatNumber(headline.value)} ${headline.unit}`;
  const short = shortValue(metric.name, headline.value);
  return metric.name === "iops" ? short.number : joinShort(short);
}

function When({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {shortMoment(new Date(at), new Date())}
    </time>
  );
}

export function DriveRuns({ drive, limit, isWhole }: { drive: string; limit: number; isWhole: boolean }) {
  const api = useApi();
  const [cursor, go] = useState<string>();
  const { data, error, refetch } = useQuery(driveRunsQuery(api, drive, limit, cursor));
  const caption = words.runsCaption(drive);
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data)
    return <TableSkeleton caption={caption} columns={COLUMNS} rows={Math.min(limit, 5)} minWidth={TABLE_WIDTH} />;
  if (data.items.length === 0 && !cursor) return <p className={classes.quiet}>{words.noRuns}</p>;
  return (
    <>
      <DataTable
        caption={caption}
        columns={COLUMNS}
        rows={data.items}
        rowKey={({ run }) => run.number}
        minWidth={TABLE_WIDTH}
      />
      {isWhole && <Paging cursor={cursor} nextCursor={data.next_cursor} go={go} />}
    </>
  );
}
