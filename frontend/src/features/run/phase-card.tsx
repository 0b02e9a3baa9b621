/** Status of a run: its place in the queue, its present phase, its end, or its fault. */
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Job, Progress, Run } from "@/api/types";
import { clockOf, shortSpan } from "@/lib/short-times";
import { shortPercent } from "@/lib/short-values";
import { parts } from "@/messages/parts";
import { live as words } from "@/messages/run-live";
import { Badge } from "@/parts/badge";
import { verdictLook } from "@/parts/badge-map";
import { Card } from "@/parts/card";
import { PhaseBar } from "@/parts/phase-bar";
import { barPhases, presentPhase } from "./bar-phases";
import classes from "./run-page.module.css";

interface PhaseCardProps {
  run: Run;
  job: Job | undefined;
  progress: Progress | null;
  /** Elapsed time of the newest value. */
  nowMs: number | null;
  /** Place in the queue of its server, from 1. */
  place: number | null;
  isBroken: boolean;
}

export function PhaseCard({ run, job, progress, nowMs, place, isBroken }: PhaseCardProps) {
  const phase = presentPhase(run.phases, progress);
  const title = titleOf(run, phase?.ordinal ?? null, phase?.name ?? null, place);
  return (
    <Card>
      <div className={classes.phaseCard}>
        <div className={classes.phaseHead}>
          <b>{title}</b>
          <span className={classes.quiet}>{noteOf(run, job, phase?.ordinal ?? null)}</span>
          <span className={classes.atEnd}>
            {isBroken && <Badge tone="warn">{words.polling}</Badge>}
            {progress && <span className={classes.quiet}>{words.ofRun(shortPercent(progress.percent))}</span>}
          </span>
        </div>
        <PhaseBar phases={barPhases(run.phases, nowMs)} label={title} isNamed />
        <Stopping job={job} />
      </div>
    </Card>
  );
}

function titleOf(run: Run, ordinal: number | null, name: string | null, place: number | null): string {
  if (run.state === "waiting") return place === null ? words.states.waiting : words.waitingAt(place);
  if (run.state === "running" && ordinal !== null && name !== null)
    return words.phase(ordinal, run.phases.length, name);
  return words.states[run.state as keyof typeof words.states] ?? run.state;
}

function noteOf(run: Run, job: Job | undefined, ordinal: number | null): string | null {
  if (!job) return null;
  if (run.state === "waiting" || job.waiting_reason)
    return job.waiting_reason ? words.waitingFor(job.waiting_reason) : words.noReason;
  const planned = job.plan.phases.find((phase) => phase.ordinal === ordinal);
  if (!planned) return null;
  if (planned.stop.kind === "steady") return words.endsWhenSteady(planned.stop.max_rounds);
  return words.planned(shortSpan(planned.estimated_seconds));
}

function Stopping({ job }: { job: Job | undefined }) {
  if (!job?.cancel_requested_at) return null;
  const text = words.stopping[job.cancel_mode ?? "now"](clockOf(new Date(job.cancel_requested_at)));
  return <div className={classes.stopping}>{text}</div>;
}

/** The same card once the run is over, with the way to its result. */
export function EndCard({ run, action }: { run: Run; action: ReactNode }) {
  const done = run.phases.filter(({ state }) => state === "finished").length;
  const { verdict } = run;
  const facts = [
    ...(verdict?.range_percent != null ? [words.range(shortPercent(verdict.range_percent))] : []),
    ...(verdict?.slope_percent != null ? [words.slope(shortPercent(verdict.slope_percent))] : []),
    words.phasesDone(done, run.phases.length),
  ];
  const isDone = run.state === "finished";
  return (
    <div className={classes.ended} data-tone={isDone ? "ok" : "idle"}>
      <Card>
        <div className={classes.phaseCard}>
          <div className={classes.phaseHead}>
            {isDone ? (
              <IconCircleCheck size={16} stroke={1.75} className={classes.okIcon} aria-hidden="true" />
            ) : (
              <IconCircleX size={16} stroke={1.75} aria-hidden="true" />
            )}
            <b>{endText(run)}</b>
            <span className={classes.quiet}>{facts.join(", ")}</span>
            <span className={classes.atEnd}>{action}</span>
          </div>
          <PhaseBar phases={barPhases(run.phases, null)} label={endText(run)} isNamed />
        </div>
      </Card>
    </div>
  );
}

export function endText({ state, finished_at, verdict }: Pick<Run, "state" | "finished_at" | "verdict">): string {
  const clock = finished_at ? clockOf(new Date(finished_at)) : "";
  if (state === "cancelled") return words.cancelledAt(clock);
  if (!verdict) return words.endedPlain(clock);
  const [first, last] = verdict.window ?? [];
  if (verdict.status === "steady" && first !== undefined && last !== undefined)
    return words.endedSteady(clock, first, last);
  return words.endedVerdict(clock, verdictLook(verdict.status).text || parts.unknown);
}
