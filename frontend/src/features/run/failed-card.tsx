/** Card of a run that ended early: the fault, its preserved results, and the next steps. */
import { IconAlertCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Run } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { messages } from "@/messages";
import { live as words } from "@/messages/run-live";
import { Card } from "@/parts/card";
import { PhaseBar } from "@/parts/phase-bar";
import { barPhases } from "./bar-phases";
import classes from "./run-page.module.css";

export interface FailedCardProps {
  run: Run;
  /** The button that takes the run up again, where it can be. */
  retry?: ReactNode;
  action?: ReactNode;
}

/** Number of event lines on the card; the others are in the log. */
const LINES = 2;

export function FailedCard({ run, retry, action }: FailedCardProps) {
  const { failure } = run;
  const events = run.attempts.flatMap((attempt) => attempt.events).slice(-LINES);
  const advice = failure && messages.problem.advice[failure.responsible];
  return (
    <div className={classes.ended} data-tone="err" role="status">
      <Card>
        <div className={classes.phaseCard}>
          <div className={classes.phaseHead}>
            <IconAlertCircle size={16} stroke={1.75} className={classes.errIcon} aria-hidden="true" />
            <b>{failedTitle(run)}</b>
            <span className={classes.atEnd}>
              <AnchorLink to="/runs/$ref/files" params={{ ref: run.number }}>
                {words.log}
              </AnchorLink>
              {retry}
              {action}
            </span>
          </div>
          {failure && <div>{failure.message}</div>}
          {advice && <div className={classes.quiet}>{advice}</div>}
          {events.length > 0 && <pre className={classes.log}>{events.map(({ message }) => message).join("\n")}</pre>}
          <div className={classes.quiet}>{failure?.preserved ?? preservedText(run)}</div>
          <PhaseBar phases={barPhases(run.phases, null)} label={failedTitle(run)} isNamed />
        </div>
      </Card>
    </div>
  );
}

function failedTitle({ number, state, phases }: Run): string {
  if (state === "lost") return words.lost(number);
  const failed = phases.find((phase) => phase.state === "failed" || phase.state === "lost");
  const last = failed ?? phases.findLast(({ t0_ms }) => t0_ms !== null);
  return last ? words.failedIn(number, last.ordinal, phases.length) : words.failedBefore(number);
}

function preservedText({ phases }: Pick<Run, "phases">): string {
  const first = phases.findIndex(({ state }) => state !== "finished");
  const whole = first < 0 ? phases.length : first;
  return whole > 0 ? words.preservedPhases(whole) : words.nothingPreserved;
}
