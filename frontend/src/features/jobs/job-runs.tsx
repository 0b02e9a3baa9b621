/** The runs of a job as rows: what each measured in small, its state and its figure. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { repeatsQuery } from "@/api/jobs";
import type { RunSummary } from "@/api/types";
import { type Column, DataTable } from "@/components/data-table";
import { AnchorLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { findMetric } from "@/lib/metrics";
import { joinShort, shortValue } from "@/lib/short-values";
import { messages } from "@/messages";
import { job as words } from "@/messages/run-live";
import { StateBadge } from "@/parts/badge";
import { Card } from "@/parts/card";
import { Thumbnail } from "@/parts/thumbnail";
import classes from "./job.module.css";
import type { JobDetails } from "./job-details";
import { runPicture } from "./run-picture";

const PICTURE_HEIGHT = 30;

export function JobRuns({ job }: { job: JobDetails }) {
  const api = useApi();
  const isCompared = job.repeats > 1 && (job.run_counts.finished ?? 0) > 0;
  const { data: repeats } = useQuery({ ...repeatsQuery(api, job.number), enabled: isCompared });
  const curve: Column<RunSummary> = {
    key: "curve",
    title: words.columns.curve,
    cell: (run) => {
      const picture = runPicture(run, repeats);
      return <div className={classes.picture}>{picture && <Thumbnail data={picture} height={PICTURE_HEIGHT} />}</div>;
    },
  };
  return (
    <Card title={words.runs} note={words.runsOf(job.runs.length, job.repeats)}>
      <div className={classes.inCard}>
        <DataTable
          caption={words.runsCaption}
          columns={[RUN, curve, ...COLUMNS]}
          rows={job.runs}
          rowKey={({ id }) => id}
          minWidth={560}
        />
      </div>
    </Card>
  );
}

const RUN: Column<RunSummary> = {
  key: "run",
  title: words.columns.run,
  cell: ({ number }) => (
    <AnchorLink to="/runs/$ref" params={{ ref: number }}>
      {number}
    </AnchorLink>
  ),
};

const COLUMNS: readonly Column<RunSummary>[] = [
  {
    key: "state",
    title: words.columns.state,
    cell: ({ state, verdict }) => <StateBadge state={state} verdict={verdict?.status ?? null} />,
  },
  { key: "result", title: words.columns.result, numeric: true, cell: resultText },
  {
    key: "ended",
    title: words.columns.ended,
    cell: ({ finished_at }) => finished_at && <Moment at={finished_at} />,
  },
];

function resultText({ headline: [first] }: RunSummary): string {
  const metric = first && findMetric(first.metric);
  return first && metric ? joinShort(shortValue(metric.name, first.value)) : messages.none;
}
