/** Agreement of the runs of a job: the decision in words, and a row for each measured point. */
import { Button, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/context";
import { repeatsQuery } from "@/api/jobs";
import type { Repeats as Found, RepeatPoint } from "@/api/types";
import { csvLine } from "@/charts/csv";
import { MAX_ROWS } from "@/charts/repeats/spread";
import { type Column, DataTable } from "@/components/data-table";
import { Loading } from "@/components/loading";
import { ErrorNotice, Notice } from "@/components/notice";
import { METRICS } from "@/lib/metrics";
import { saveFile } from "@/lib/save-file";
import { formatCount, formatPercent } from "@/lib/units";
import { repeats as words } from "@/messages/jobs";
import { Card } from "@/parts/card";
import classes from "./job.module.css";
import type { JobDetails } from "./job-details";
import { intervalText, repeatLines } from "./repeat-table";

// ECharts comes with the chart, and only with it.
const RepeatsFigure = lazy(() => import("./repeats-figure").then((module) => ({ default: module.RepeatsFigure })));

const COLUMNS: readonly Column<RepeatPoint>[] = [
  { key: "point", title: words.columns.point, cell: ({ phase_ordinal, name }) => `${phase_ordinal}. ${name}` },
  { key: "metric", title: words.columns.metric, cell: ({ metric }) => METRICS[metric].label },
  { key: "count", title: words.columns.count, numeric: true, cell: ({ n }) => n },
  {
    key: "median",
    title: words.columns.median,
    numeric: true,
    cell: ({ metric, median }) => METRICS[metric].format(median),
  },
  { key: "mean", title: words.columns.mean, numeric: true, cell: ({ metric, mean }) => METRICS[metric].format(mean) },
  { key: "interval", title: words.columns.interval, numeric: true, cell: intervalText },
  {
    key: "variation",
    title: words.columns.variation,
    numeric: true,
    cell: ({ cv_percent }) => formatPercent(cv_percent),
  },
  {
    key: "needed",
    title: words.columns.needed,
    numeric: true,
    cell: ({ needed_repeats }) => formatCount(needed_repeats),
  },
  { key: "verdict", title: words.columns.verdict, cell: ({ verdict }) => words.verdicts[verdict] },
];

// Heights of the placeholder while this loads: head and end of the section, and rows of table and figure.
const ABOVE_FIGURE = 130;
const TABLE_ROW = 36;
const MAX_TABLE_HEIGHT = 376;
const FIGURE_FRAME = 170;
const FIGURE_ROW = 32;

/** Nothing of a job of one run, and while none has finished. */
export function Repeats({ job }: { job: JobDetails }) {
  const finished = job.run_counts.finished ?? 0;
  if (job.repeats < 2 || (finished === 0 && !job.repeat_verdict)) return null;
  return (
    <Card title={words.title}>
      <div className={classes.inCard}>
        {job.repeat_verdict && (
          <Notice level={job.repeat_verdict.outcome === "limit_reached" ? "warn" : "info"}>
            {job.repeat_verdict.sentence}
          </Notice>
        )}
        {finished > 0 && <Points job={job} />}
      </div>
    </Card>
  );
}

function Points({ job }: { job: JobDetails }) {
  const api = useApi();
  const { data, error, refetch } = useQuery(repeatsQuery(api, job.number));
  if (!data) {
    if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
    const points = job.plan.phases.filter(({ kind }) => kind === "measure").length;
    return <Loading height={ABOVE_FIGURE + Math.min(points * TABLE_ROW, MAX_TABLE_HEIGHT) + figureHeight(points)} />;
  }
  return (
    <>
      {data.items.some(({ n }) => n > 1) && (
        <Suspense fallback={<Skeleton height={figureHeight(data.items.length)} />}>
          <RepeatsFigure result={data} />
        </Suspense>
      )}
      <DataTable
        caption={words.caption}
        columns={COLUMNS}
        rows={data.items}
        long
        rowKey={(point) => String(point.phase_ordinal)}
      />
      {data.left_out.length > 0 && (
        <Notice level="warn" title={words.leftOut}>
          <ul className={classes.leftOut}>
            {data.left_out.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Text c="dimmed" my={8}>
        {words.target(formatPercent(data.target_percent))}
      </Text>
      <Button variant="default" onClick={() => save(data)}>
        {words.save}
      </Button>
    </>
  );
}

/** Return the approximate height of a figure with this number of points. */
function figureHeight(points: number): number {
  return FIGURE_FRAME + Math.min(points, MAX_ROWS) * FIGURE_ROW;
}

function save(result: Found) {
  // The byte order mark identifies UTF-8 to spreadsheets.
  const text = `\ufeff${repeatLines(result).map(csvLine).join("")}`;
  saveFile(new Blob([text], { type: "text/csv;charset=utf-8" }), `${result.job_number}-repeats.csv`);
}
