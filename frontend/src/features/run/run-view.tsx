/** View of the run: its numbers, its chart, and the parts for its state. The chart is always the same element. */
import { Button } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { memo, type ReactNode } from "react";
import { useApi } from "@/api/context";
import { seriesQuery } from "@/api/runs";
import type { Job, Run } from "@/api/types";
import { AttemptNotices } from "@/components/attempt-notices";
import { OperationTable } from "@/components/operation-table";
import { job as jobWords } from "@/messages/jobs";
import { live as words } from "@/messages/run-live";
import { runPage as page } from "@/messages/run-page";
import { Card } from "@/parts/card";
import { presentPhase } from "./bar-phases";
import { type CourseView, RunCourse } from "./course";
import { FailedCard } from "./failed-card";
import { Findings } from "./findings";
import { LiveNumbers } from "./live-numbers";
import { LiveRail } from "./live-rail";
import { LIVE_METRICS } from "./live-tail";
import { EndCard, PhaseCard } from "./phase-card";
import { ResultCharts } from "./result-charts";
import { ResultNumbers } from "./result-numbers";
import { ResultRail } from "./result-rail";
import { resultTiles } from "./result-tiles";
import { useRun, useRunState } from "./run-context";
import classes from "./run-page.module.css";
import { EndedSteadyCard, judgedAtOnce, LiveSteadyCard } from "./steady-card";

export interface RunViewProps {
  view: CourseView;
  change: (changes: Partial<CourseView>) => void;
  /** The button that takes a run up again which ended early. */
  retry: (run: Run) => ReactNode;
}

const FAILED = new Set(["failed", "lost"]);

export function RunView({ view, change, retry }: RunViewProps) {
  const run = useRun();
  const state = useRunState();
  const { mode, job, progress, streamed, compared, main, other, history } = state;
  const isFailed = FAILED.has(run.state);
  return (
    <div className={classes.page} data-mode={mode}>
      <div className={classes.column}>
        <h2 className="visually-hidden">{page.tab.result}</h2>
        <Numbers />
        <RunStatus run={run} retry={retry} />
        <RunCourse
          run={run}
          job={job}
          progress={progress}
          mode={mode}
          streamed={streamed}
          compared={compared}
          view={view}
          change={change}
        />
        {mode === "live" && job && judgedAtOnce(job.plan) > 0 && (
          <LiveSteadyCard progress={progress?.steady ?? null} isWaiting={run.state === "waiting"} />
        )}
        {mode === "ended" && !isFailed && <EndedSteadyCard run={run} />}
        {mode === "result" && !run.phases.some((phase) => phase.has_series || phase.measurement) && (
          <p className={classes.nothing}>{page.noCurve}</p>
        )}
        {mode === "result" && <ResultCharts run={run} main={main} other={other} />}
        {mode === "result" && <Findings run={run} />}
      </div>
      <aside className={classes.rail}>
        {mode === "result" ? (
          <ResultRail run={run} main={main} compared={compared} history={history} />
        ) : (
          <Rail run={run} job={job} isOver={mode === "ended"} />
        )}
      </aside>
    </div>
  );
}

/** A point of the chart does not have it rendered. */
const Rail = memo(function Rail({ run, job, isOver }: { run: Run; job: Job | undefined; isOver: boolean }) {
  return <LiveRail run={run} job={job} isOver={isOver} />;
});

function Numbers() {
  const run = useRun();
  const { mode, progress, streamed, compared, main, other } = useRunState();
  const api = useApi();
  const isLive = mode === "live";
  const own = useQuery({
    ...seriesQuery(api, run.id, "all", LIVE_METRICS),
    enabled: isLive && run.phases.some(({ t0_ms }) => t0_ms !== null),
  });
  const before = useQuery({
    ...seriesQuery(api, compared?.run.id ?? "", "all", LIVE_METRICS),
    enabled: isLive && compared !== null,
  });
  if (!isLive) {
    return (
      <ResultNumbers
        tiles={resultTiles(run, main, other?.result ?? null)}
        other={other?.number ?? null}
        isTall={mode === "ended"}
      />
    );
  }
  return (
    <LiveNumbers
      series={own.data}
      streamed={streamed.filter(({ run_id }) => run_id === run.id)}
      phase={presentPhase(run.phases, progress)}
      other={compared && before.data ? { number: compared.run.number, series: before.data } : null}
    />
  );
}

/** Show the progress of the run, its end, or its fault. */
function RunStatus({ run, retry }: Pick<RunViewProps, "retry"> & { run: Run }) {
  const { mode, viewResult, job, progress, streamed, isBroken, place } = useRunState();
  const attempt = run.attempts.at(-1);
  const hasResult = run.phases.some(({ measurement }) => measurement);
  const view = mode === "ended" && hasResult && (
    <Button onClick={viewResult} rightSection={<IconArrowRight size={15} stroke={1.75} aria-hidden="true" />}>
      {words.viewResult}
    </Button>
  );
  if (mode === "live") {
    return (
      <>
        <PhaseCard
          run={run}
          job={job}
          progress={progress}
          nowMs={streamed.at(-1)?.t_ms ?? null}
          place={place}
          isBroken={isBroken}
        />
        {attempt && <AttemptNotices attempt={attempt} />}
        {attempt && attempt.operations.length > 0 && (
          <Card title={jobWords.preparation}>
            <OperationTable caption={jobWords.preparationCaption} operations={attempt.operations} />
          </Card>
        )}
      </>
    );
  }
  if (FAILED.has(run.state)) return <FailedCard run={run} retry={retry(run)} action={view} />;
  if (mode === "ended") return <EndCard run={run} action={view || null} />;
  if (run.state === "cancelled") return <EndCard run={run} action={retry(run)} />;
  return null;
}
