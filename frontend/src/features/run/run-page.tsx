/** One run at one address: waiting, measured, ended, and its result with all tabs. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { useApi } from "@/api/context";
import { jobQuery } from "@/api/jobs";
import { queueQuery } from "@/api/queue";
import { isTerminalRun, runQuery } from "@/api/runs";
import type { Run } from "@/api/types";
import { NotShown } from "@/components/not-shown";
import { ShareFigure } from "@/lib/share-figure";
import { shortPercent } from "@/lib/short-values";
import { messages } from "@/messages";
import { live } from "@/messages/run-live";
import { runPage as words } from "@/messages/run-page";
import { runLook } from "@/parts/badge-map";
import { SkeletonBox, Waiting } from "@/parts/skeleton";
import { BaselinePicker } from "./baseline-picker";
import { CompareButton } from "./compare-button";
import type { RunMode } from "./course";
import { RunContext, RunStateContext } from "./run-context";
import { RunHead } from "./run-head";
import { RunMenu } from "./run-menu";
import classes from "./run-page.module.css";
import type { RunPart } from "./run-parts";
import { RunTabs } from "./run-tabs";
import { shownRunState } from "./shown-state";
import { StopButton } from "./stop-button";
import { useCompared } from "./use-compared";
import { useJobStream } from "./use-job-stream";

export interface RunPageProps {
  reference: string;
  /** Open tab; the title of the page names it. */
  part: RunPart;
  /** The run that the address compares with. */
  baseline: string | undefined;
  chooseBaseline: (baseline: string | undefined) => void;
  /** Opens the form of a new run with everything of this one. */
  runAgain: (job: string) => void;
  /** Secondary actions. */
  actions: (run: Run) => ReactNode;
  /** Draw the banner above everything else on the page. */
  banner: (run: Run) => ReactNode;
  /** Share one chart of the run; undefined where nothing can be shared. Keep it stable. */
  shareFigure?: ((run: Run, chart: string) => void) | undefined;
  /** The open tab. */
  children: ReactNode;
}

/** Runs farther apart than this, in percent, do not agree. */
const AGREEING = 10;

export function RunPage(props: RunPageProps) {
  const { reference, part, baseline, chooseBaseline, runAgain, actions, banner, shareFigure, children } = props;
  const api = useApi();
  const { data: run, error, refetch } = useQuery(runQuery(api, reference));
  const isOver = run ? isTerminalRun(run.state) : true;
  const isShared = isOver && run !== undefined && !run.trashed;
  const share = useMemo(
    () => (isShared && shareFigure ? (chart: string) => shareFigure(run, chart) : null),
    [isShared, shareFigure, run],
  );
  const job = useQuery({ ...jobQuery(api, run?.job?.number ?? ""), enabled: run?.job != null });
  const { points, connection } = useJobStream(run?.job?.number ?? "", !isOver && run?.job != null);
  const queue = useQuery({ ...queueQuery(api), enabled: run?.state === "waiting" });
  const { last, ...compared } = useCompared(run, baseline);
  // A run that was watched remains in view when it ends, until its result is requested.
  const [watched, setWatched] = useState<string | null>(null);
  if (run && !isOver && watched !== run.id) setWatched(run.id);
  if (error && !run)
    return <NotShown subject={messages.problem.things.run} error={error} retry={() => void refetch()} />;
  if (!run) return <RunSkeleton />;
  const mode: RunMode = !isOver ? "live" : watched === run.id && part === "result" ? "ended" : "result";
  const progress = job.data?.progress?.run_number === run.number ? job.data.progress : null;
  const place = queue.data?.items.find(({ run_id }) => run_id === run.id)?.position ?? null;
  const { history } = compared;
  const agreement =
    history && history.spread !== null
      ? (history.spread <= AGREEING ? words.agree : words.differ)(history.values.length, shortPercent(history.spread))
      : null;
  return (
    <RunContext value={run}>
      <RunStateContext
        value={{
          ...compared,
          mode,
          viewResult: () => setWatched(null),
          job: job.data,
          progress,
          streamed: points,
          isBroken: !isOver && connection === "broken",
          place,
        }}
      >
        <div className={classes.frame} data-mode={mode}>
          <RunHead
            run={run}
            mode={mode}
            part={part}
            progress={progress}
            place={place}
            agreement={agreement}
            tabs={<RunTabs run={run} reference={reference} />}
            actions={
              <>
                {actions(run)}
                {!isOver && job.data && <StopButton run={run} job={job.data} />}
              </>
            }
            menu={<RunMenu run={run} job={job.data} runAgain={() => run.job && runAgain(run.job.number)} />}
            primary={mode === "result" && <CompareButton run={run.number} compared={compared.compared} last={last} />}
            baseline={
              run.phases.some(({ measurement }) => measurement) && (
                <BaselinePicker run={run.number} compared={compared.compared} last={last} choose={chooseBaseline} />
              )
            }
          />
          {banner(run)}
          <ShareFigure value={share}>{children}</ShareFigure>
        </div>
        <div className="visually-hidden" role="status">
          {watched === run.id &&
            live.announce(run.number, runLook(shownRunState(run), { verdict: run.verdict?.status ?? null }).text)}
        </div>
      </RunStateContext>
    </RunContext>
  );
}

/** As high as the page that replaces it, so that nothing jumps. */
function RunSkeleton() {
  return (
    <Waiting>
      <div className={classes.frame}>
        <SkeletonBox height={46} width="60%" />
        <div className={classes.page}>
          <div className={classes.column}>
            <SkeletonBox height={92} />
            <SkeletonBox height={334} />
            <SkeletonBox height={332} />
          </div>
          <div className={classes.rail}>
            <SkeletonBox height={560} />
          </div>
        </div>
      </div>
    </Waiting>
  );
}
