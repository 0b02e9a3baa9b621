/** Cells of a run in the list: short, and exact on hover. */
import { IconStarFilled } from "@tabler/icons-react";
import type { CellValue, RunColumn, RunRow } from "@/api/run-table";
import { isTerminalRun } from "@/api/runs";
import type { RunSummary } from "@/api/types";
import { RowLink } from "@/components/row-link";
import { ValidityTags } from "@/components/validity-tags";
import { labelTexts } from "@/lib/labels";
import { shortAge } from "@/lib/short-times";
import { formatDateTime } from "@/lib/units";
import { parts } from "@/messages/parts";
import { runList as words } from "@/messages/run-list";
import { Badge, OriginBadge, StateBadge } from "@/parts/badge";
import { originLook, runLook } from "@/parts/badge-map";
import { aboutTexts, type RowName } from "./row-names";
import classes from "./runs.module.css";
import { exactCell, shortCell } from "./values";

export interface RunCellProps {
  run: RunRow;
  name: RowName;
  isBaseline: boolean;
}

/**
 * Draw the name of a run among the rows. The number below it is never truncated; other distinguishing details follow.
 */
export function RunCell({ run, name, isBaseline }: RunCellProps) {
  const { number, title, labels } = run;
  const about = name.about.join(words.nameJoin);
  return (
    <div className={classes.run}>
      <div className={classes.line}>
        {isBaseline && (
          <span className={classes.star} title={words.isBaseline}>
            <IconStarFilled size={12} aria-hidden="true" />
            <span className="visually-hidden">{words.isBaseline}</span>
          </span>
        )}
        <RowLink to={`/runs/${number}`} dir="auto" title={title} className={classes.title}>
          {name.title}
        </RowLink>
      </div>
      <span className={classes.about} title={aboutTexts(run, name).join(words.nameJoin)}>
        <span className={classes.number}>{number}</span>
        {about && (
          <span dir="auto">
            {words.nameJoin}
            {about}
          </span>
        )}
        {labelTexts(labels).map((label) => (
          <span key={label} dir="auto">
            {words.nameJoin}
            <span className={classes.label}>{label}</span>
          </span>
        ))}
      </span>
    </div>
  );
}

/** The state, or the verdict of a finished run. Figures of another source are known to be finished. */
export function RunBadges({ run }: { run: RunSummary }) {
  const { state, origin, verdict, completeness } = run;
  const isImplied = state === "finished" && origin !== "measured" && !verdict;
  // Until it has ended, the data of every run are partial.
  const isPartial = completeness === "partial" && isTerminalRun(state);
  // In a narrow column those that do not fit are left out.
  const texts = [
    ...(isImplied ? [] : [runLook(state, { verdict: verdict?.status }).text]),
    originLook(origin)?.text,
    isPartial && parts.runStates.partial,
  ];
  return (
    <span className={classes.badges} title={texts.filter(Boolean).join(words.nameJoin)}>
      {!isImplied && <StateBadge state={state} verdict={verdict?.status ?? null} />}
      <OriginBadge origin={origin} />
      {isPartial && <Badge tone="warn">{parts.runStates.partial}</Badge>}
      <ValidityTags run={run} />
    </span>
  );
}

export function Age({ at, now }: { at: string; now: Date }) {
  return (
    <time className={classes.dim} dateTime={at} title={formatDateTime(at)} data-exact={at}>
      {shortAge(new Date(at), now)}
    </time>
  );
}

export interface ValueCellProps {
  column: RunColumn;
  value: CellValue;
  isAmbiguous: boolean;
  now: Date;
  /** The first figure of a row, which is read first. */
  isStrong?: boolean;
}

export function ValueCell({ column, value, isAmbiguous, now, isStrong = false }: ValueCellProps) {
  if (isAmbiguous) {
    return (
      <span className={classes.dim} title={words.severalHint} data-exact="">
        {words.several}
      </span>
    );
  }
  const exact = exactCell(column, value);
  if (value === null) {
    return (
      <span className={classes.dim} title={words.unknownHint} data-exact="">
        {shortCell(column, value, now)}
      </span>
    );
  }
  return (
    <span className={isStrong ? classes.strong : undefined} title={exact} data-exact={exact} dir="auto">
      {shortCell(column, value, now)}
    </span>
  );
}

/** Return the value of a column by its index; several values give none. */
export function valueAt(run: RunRow, place: number): { value: CellValue; isAmbiguous: boolean } {
  return { value: run.values?.[place] ?? null, isAmbiguous: run.ambiguous?.includes(place) ?? false };
}
