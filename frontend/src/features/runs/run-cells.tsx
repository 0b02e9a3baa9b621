/** What lists of runs show of one: short, and exact on hover. */
import { isTerminalRun } from "@/api/runs";
import type { RunSummary } from "@/api/types";
import { formatHeadline, shortHeadline } from "@/components/headline";
import { StandingTags } from "@/components/standing-tags";
import { shortMoment } from "@/lib/short-times";
import { formatDateTime } from "@/lib/units";
import { messages } from "@/messages";
import { parts } from "@/messages/parts";
import { Badge, OriginBadge, StateBadge } from "@/parts/badge";
import classes from "./run-cells.module.css";

/** One line, cut where it is too long. */
export function Cut({ text, isStrong = false }: { text: string | undefined; isStrong?: boolean }) {
  return (
    <div className={classes.cut} data-strong={isStrong || undefined} dir="auto" title={text}>
      {text ?? messages.none}
    </div>
  );
}

/** The state, or the verdict of a finished run. Figures of another source are known to be finished. */
export function RunBadges({ run }: { run: RunSummary }) {
  const { state, origin, verdict, completeness } = run;
  const isSaid = state === "finished" && origin !== "measured" && !verdict;
  // Until it has ended, the data of every run are partial.
  const isPartial = completeness === "partial" && isTerminalRun(state);
  return (
    <>
      {!isSaid && <StateBadge state={state} verdict={verdict?.status ?? null} />}
      <OriginBadge origin={origin} />
      {isPartial && <Badge tone="warn">{parts.runStates.partial}</Badge>}
      <StandingTags run={run} />
    </>
  );
}

export function FirstHeadline({ run: { headline } }: { run: Pick<RunSummary, "headline"> }) {
  const [first] = headline;
  if (!first) return messages.none;
  return (
    <>
      <strong className={classes.value} title={formatHeadline(first)}>
        {shortHeadline(first)}
      </strong>
      <div className={classes.label}>{first.label}</div>
    </>
  );
}

export function Added({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {shortMoment(new Date(at), new Date())}
    </time>
  );
}
