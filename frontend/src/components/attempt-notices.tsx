/** Notices about an attempt: no contact, an engine that cannot be ended, warnings, changed neighbours. */
import { IconCircleCheck } from "@tabler/icons-react";
import { isTerminalAttempt } from "@/api/attempts";
import type { Attempt } from "@/api/types";
import { formatDateTime } from "@/lib/units";
import { attempts as words } from "@/messages/attempts";
import classes from "./attempt-notices.module.css";
import { Notice } from "./notice";

export function AttemptNotices({ attempt }: { attempt: Attempt }) {
  return (
    <>
      {attempt.connectivity === "unreachable" && !isTerminalAttempt(attempt) && (
        <Notice level="warn">
          {words.unreachable(attempt.last_contact_at === null ? null : formatDateTime(attempt.last_contact_at))}
        </Notice>
      )}
      {attempt.stuck && <Notice level="error">{words.stuck}</Notice>}
      {attempt.warnings.length > 0 && (
        <Notice level="warn" title={words.warnings}>
          {attempt.warnings.map((warning) => (
            <div key={warning}>{warning}</div>
          ))}
        </Notice>
      )}
      {attempt.neighbours && <Neighbours neighbours={attempt.neighbours} />}
    </>
  );
}

/** Report the effect of a run on the other drives of its server. */
function Neighbours({ neighbours }: { neighbours: NonNullable<Attempt["neighbours"]> }) {
  if (neighbours.state === "unchanged") {
    return (
      <div className={classes.unchanged}>
        <IconCircleCheck size={16} stroke={1.75} aria-hidden="true" />
        {words.neighbours.unchanged}
      </div>
    );
  }
  return (
    <Notice level={neighbours.state === "changed" ? "error" : "warn"} title={words.neighbours[neighbours.state]}>
      {neighbours.changed.map(({ device, difference }) => (
        <div key={`${device} ${difference}`}>{words.neighbour(device, difference)}</div>
      ))}
    </Notice>
  );
}
