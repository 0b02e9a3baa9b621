/** Step 3: the plan as a timeline, its warnings, and the settings. */
import { Button } from "@mantine/core";
import { useId } from "react";
import type { ForeseenPlan } from "@/api/jobs";
import type { Drive, JobRequest, Profile, Server } from "@/api/types";
import { ErrorNotice } from "@/components/notice";
import { planSteps } from "@/components/plan-steps";
import { clockOf, shortMoment, shortSpan } from "@/lib/short-times";
import { conditioning } from "@/messages/conditioning";
import { newJob } from "@/messages/jobs";
import { newRun as words } from "@/messages/new-run";
import { Callout } from "@/parts/callout";
import { Card } from "@/parts/card";
import { KeyValueRail } from "@/parts/key-value-rail";
import { PlanLegend, PlanTimeline } from "@/parts/plan-timeline";
import { StepHeading } from "@/parts/step-heading";
import { ConditioningChoice } from "./conditioning-choice";
import { isOnDrives } from "./draft";
import type { StepProps } from "./new-run";
import classes from "./new-run.module.css";
import { planTimes, typicalRuns } from "./plan-cost";
import { AllSettings, countSettings, settingFacts } from "./settings";

/** Starts within this many ms count as now. */
const NOW_MS = 60_000;

export interface PlanStepProps extends StepProps {
  request: JobRequest | null;
  plan: ForeseenPlan | undefined;
  /** Reason for a missing plan, if no field of the form is the cause. */
  error: unknown;
  /** Fields of the form are the cause. */
  isRefused: boolean;
  /** Shown in place of a plan: the parts that are still to be chosen. */
  missing: string | null;
  profile: Profile | undefined;
  server: Server | undefined;
  drives: readonly Drive[];
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  now: Date;
}

export function PlanStep(props: PlanStepProps) {
  const { request, plan, error, isRefused, missing, profile, server, drives, isOpen, setOpen, now, ...step } = props;
  const heading = useId();
  const settingsId = useId();
  const shown = request && plan ? { request, plan } : null;
  const count = countSettings(step.draft, profile);
  return (
    <section className={classes.step} aria-labelledby={heading}>
      <StepHeading
        number={3}
        title={words.plan.title}
        note={shown ? startNote(shown, server, now) : words.plan.note}
        id={heading}
      />
      <div className={classes.plan}>
        <Card title={words.timeline} order={3} note={shown ? timelineNote(shown) : undefined} aside={<PlanLegend />}>
          {shown && (
            <PlanTimeline
              label={words.steps}
              steps={planSteps(shown.plan)}
              start={planTimes(shown.plan, shown.request, now.getTime()).start}
            />
          )}
          {!shown && <p className={classes.noPlan}>{missing ?? noPlan(error, isRefused)}</p>}
        </Card>
        <Card
          title={words.settings}
          order={3}
          aside={
            <Button
              variant="subtle"
              size="compact-xs"
              c="var(--sl-accent-ink)"
              aria-expanded={isOpen}
              aria-controls={settingsId}
              aria-label={isOpen ? undefined : words.settingsOf(count)}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? words.hideSettings : words.allSettings(count)}
            </Button>
          }
        >
          <div className={classes.facts}>
            {profile && <KeyValueRail facts={settingFacts(step.draft, profile, server)} />}
          </div>
        </Card>
      </div>
      {error !== null && <ErrorNotice error={error} title={newJob.refused} />}
      {plan && plan.warnings.length > 0 && (
        <Callout tone="warn" fact={words.warnings(plan.warnings.length)}>
          {plan.warnings.map((warning) => (
            <div key={warning}>{warning}</div>
          ))}
        </Callout>
      )}
      {plan?.left_out && plan.left_out.length > 0 && (
        <div>
          <strong>{conditioning.leftOut}</strong>
          <ul className={classes.list}>
            {plan.left_out.map(({ ordinal, name, reason }) => (
              <li key={ordinal}>{conditioning.leftOutPhase(ordinal, name, reason)}</li>
            ))}
          </ul>
        </div>
      )}
      {isOnDrives(step.draft) && !isOpen && <ConditioningChoice {...step} plan={plan} />}
      {isOpen && (
        <Card title={words.settingsOf(count)} order={3}>
          <AllSettings id={settingsId} profile={profile} plan={plan} drives={drives} {...step} />
        </Card>
      )}
    </section>
  );
}

function noPlan(error: unknown, isRefused: boolean): string {
  if (isRefused) return words.fixFirst;
  return error ? newJob.refused : newJob.planning;
}

interface Shown {
  request: JobRequest;
  plan: ForeseenPlan;
}

function startNote({ request, plan }: Shown, server: Server | undefined, now: Date): string {
  const { start } = planTimes(plan, request, now.getTime());
  if (start - now.getTime() < NOW_MS) return words.startsNow;
  const at = new Date(start);
  const day = shortMoment(at, now);
  return words.startsAt(day === clockOf(at) ? day : `${day}, ${clockOf(at)}`, server?.name ?? "");
}

function timelineNote({ request, plan }: Shown): string {
  const runs = typicalRuns(request);
  const note = words.timelineNote(shortSpan(plan.max_seconds));
  return runs > 1 ? `${note}, ${words.eachOf(runs)}` : note;
}
