/** Beside a run that goes on: its server, what happened, and the endurance that it takes. */
import type { Job, Run } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { clockOf } from "@/lib/short-times";
import { joinShort, shortBytes, shortPercent } from "@/lib/short-values";
import { live as words } from "@/messages/run-live";
import { Card } from "@/parts/card";
import classes from "./run-page.module.css";
import { ServerLanes } from "./server-lanes";

const SHOWN_EVENTS = 6;

export function LiveRail({ run, job, isOver }: { run: Run; job: Job | undefined; isOver: boolean }) {
  return (
    <>
      <ServerLanes run={run} isOver={isOver} />
      <Events run={run} />
      {job && <Endurance plan={job.plan} />}
      <p className={classes.railNote}>{isOver ? words.nextVisit : words.closing}</p>
    </>
  );
}

function Events({ run }: { run: Pick<Run, "number" | "attempts"> }) {
  const events = run.attempts.flatMap((attempt) => attempt.events);
  const shown = events.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, SHOWN_EVENTS);
  return (
    <Card
      title={words.events}
      aside={
        <AnchorLink to="/runs/$ref/files" params={{ ref: run.number }} className={classes.quietLink}>
          {words.log}
        </AnchorLink>
      }
    >
      {shown.length === 0 && <div className={classes.laneNote}>{words.noEvents}</div>}
      <ul className={classes.events}>
        {shown.map(({ at, kind, message }) => (
          <li key={`${at} ${kind} ${message}`}>
            <time dateTime={at}>{clockOf(new Date(at))}</time>
            <span dir="auto">{message}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Only of drives whose maker rates their endurance. */
function Endurance({ plan }: { plan: Job["plan"] }) {
  const shares = (plan.endurance ?? []).flatMap(({ typical_percent }) => typical_percent ?? []);
  if (shares.length === 0) return null;
  const bytes = plan.expected_writes?.typical_bytes ?? null;
  return (
    <Card
      title={words.endurance}
      aside={<span className={classes.quiet}>{words.ofRated(shortPercent(Math.max(...shares)))}</span>}
    >
      <div className={classes.laneNote}>{bytes === null ? null : words.willWrite(joinShort(shortBytes(bytes)))}</div>
    </Card>
  );
}
