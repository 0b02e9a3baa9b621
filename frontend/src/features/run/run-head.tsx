/** The head of a run: title and verdict, where and when, and at the right the baseline or the end of the run. */
import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { Progress, Run } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { InTopBar, useHasPlace, usePageName } from "@/components/top-bar";
import { ValidityTags } from "@/components/validity-tags";
import { clockOf, shortMoment, shortSpan } from "@/lib/short-times";
import { NO_VALUE } from "@/lib/short-values";
import { messages } from "@/messages";
import { parts } from "@/messages/parts";
import { live } from "@/messages/run-live";
import { runPage as words } from "@/messages/run-page";
import { Badge, OriginBadge, StateBadge, VerdictBadge } from "@/parts/badge";
import { HeadNumbers } from "@/parts/head-numbers";
import type { RunMode } from "./course";
import classes from "./run-page.module.css";
import type { RunPart } from "./run-parts";
import { shownRunState } from "./shown-state";

export interface RunHeadProps {
  run: Run;
  mode: RunMode;
  part: RunPart;
  progress: Progress | null;
  place: number | null;
  tabs: ReactNode;
  /** Quiet and secondary actions. */
  actions: ReactNode;
  primary: ReactNode;
  /** Everything else; it ends the bar, or the actions where the bar has no room for them. */
  menu: ReactNode;
  baseline: ReactNode;
  /** "3 runs agree within 1.8 %". */
  agreement: string | null;
}

export function RunHead({
  run,
  mode,
  part,
  progress,
  place,
  tabs,
  actions,
  primary,
  menu,
  baseline,
  agreement,
}: RunHeadProps) {
  usePageName(run.number);
  const barHasActions = useHasPlace("actions");
  const title = `${run.number} · ${run.title}`;
  const full = part === "result" ? title : `${title} · ${words.tab[part]}`;
  return (
    <header className={classes.head}>
      <title>{messages.documentTitle(full)}</title>
      <InTopBar place="badge">
        <div className={classes.badges}>
          <RunBadge run={run} place={place} hasVerdict={mode !== "result"} />
        </div>
      </InTopBar>
      <InTopBar place="actions">
        <div className={classes.actions} data-in-page={!barHasActions || undefined}>
          {actions}
          {!barHasActions && menu}
        </div>
      </InTopBar>
      <InTopBar place="primary">
        {primary}
        {barHasActions && menu}
      </InTopBar>
      <div className={classes.names}>
        <div className={classes.titleRow}>
          <Title order={1} dir="auto" className={classes.title}>
            {run.title}
          </Title>
          {mode === "result" && <Verdict run={run} />}
          <ValidityTags run={run} />
        </div>
        <div className={classes.facts}>
          {factsOf(run, mode, agreement).map(({ key, node }) => (
            <span key={key}>{node}</span>
          ))}
        </div>
      </div>
      <div className={classes.atEnd}>{mode === "result" ? baseline : <Times run={run} progress={progress} />}</div>
      {(mode === "result" || part !== "result") && <InTopBar place="tabs">{tabs}</InTopBar>}
    </header>
  );
}

/** Draw the badge of a run; the verdict of a result is beside its title. */
function RunBadge({ run, place, hasVerdict }: { run: Run; place: number | null; hasVerdict: boolean }) {
  const isImplied = run.state === "finished" && (!hasVerdict || run.origin === "published");
  return (
    <>
      {!isImplied && <StateBadge state={shownRunState(run)} place={place} verdict={run.verdict?.status ?? null} />}
      <OriginBadge origin={run.origin} />
      {run.state === "finished" && run.completeness === "partial" && (
        <Badge tone="warn">{parts.runStates.partial}</Badge>
      )}
    </>
  );
}

function Verdict({ run: { verdict } }: { run: Run }) {
  if (!verdict) return null;
  const [first] = verdict.window ?? [];
  const isSteady = verdict.status === "steady" && first !== undefined;
  return <VerdictBadge verdict={verdict.status}>{isSteady ? words.steadySince(first) : undefined}</VerdictBadge>;
}

interface Fact {
  key: string;
  node: ReactNode;
}

function factsOf(run: Run, mode: RunMode, agreement: string | null): Fact[] {
  const { server, configuration, profile, job } = run;
  const when = whenText(run);
  const facts: (Fact | false | null)[] = [
    server && {
      key: "server",
      node: (
        <AnchorLink to="/servers/$ref" params={{ ref: server.number }}>
          {server.name}
        </AnchorLink>
      ),
    },
    configuration && configuration.name !== run.title && { key: "configuration", node: configuration.name },
    profile && { key: "profile", node: profileText(run) },
    mode === "result" && when !== null && { key: "when", node: when },
    mode === "result" && agreement !== null && { key: "agreement", node: agreement },
    job !== null && mode !== "result" && null,
  ];
  return facts.filter((fact): fact is Fact => Boolean(fact));
}

const profileText = ({ profile, engine_version, engine }: Run) =>
  [profile && words.profileVersion(profile.title, profile.version), engine_version ?? engine]
    .filter(Boolean)
    .join(", ");

/** Return one date: that of the measurement. The date of filing in this lab is in the environment. */
function whenText({ started_at, finished_at }: Run): string | null {
  const now = new Date();
  const [from, to] = [started_at, finished_at].map((at) => (at === null ? null : new Date(at)));
  const last = to ?? from;
  if (!last) return null;
  const day = shortMoment(last, now);
  const isToday = day === clockOf(last);
  if (!from || !to) return isToday ? words.today(day) : day;
  const span = words.span(clockOf(from), clockOf(to));
  return isToday ? words.today(span) : words.onDay(day, span);
}

function Times({ run, progress }: { run: Run; progress: Progress | null }) {
  if (run.finished_at !== null) {
    const label = run.state === "finished" ? live.finished : live.ended;
    const took = run.duration_seconds;
    return (
      <HeadNumbers
        numbers={[
          { label, value: clockOf(new Date(run.finished_at)) },
          ...(took === null ? [] : [{ label: live.took, value: shortSpan(took) }]),
        ]}
      />
    );
  }
  return (
    <HeadNumbers
      numbers={[
        { label: live.ends, value: progress ? clockOf(new Date(progress.estimated_finish_at)) : NO_VALUE },
        { label: live.left, value: progress ? shortSpan(progress.remaining_seconds) : NO_VALUE },
      ]}
    />
  );
}
