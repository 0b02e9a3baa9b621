/** The steps of a plan on the axis of time: by the phases of a run, or by their estimates. */
import type { PhasePlan, Run } from "@/api/types";
import type { PlanStep } from "@/parts/plan-layout";

export interface StepOfPhases {
  step: PlanStep;
  phases: readonly PhasePlan[];
}

export interface MeasuredStep {
  step: PlanStep;
  from_ms: number;
  to_ms: number;
}

/** A bar of a step, from and to in shares (0 to 1) of the whole. */
export interface PlacedStep {
  step: PlanStep;
  from: number;
  to: number;
}

type TimedPhases = Pick<Run, "phases">;

/** Return the steps with the times that their phases took in a run; those that did not run are left out. */
export function measuredSteps(steps: readonly StepOfPhases[], { phases }: TimedPhases): MeasuredStep[] {
  const times = new Map(phases.map(({ ordinal, t0_ms, t1_ms }) => [ordinal, { t0_ms, t1_ms }]));
  return steps.flatMap(({ step, phases: own }) => {
    const timed = own.flatMap(({ ordinal }) => {
      const { t0_ms = null, t1_ms = null } = times.get(ordinal) ?? {};
      return t0_ms === null || t1_ms === null ? [] : [{ t0_ms, t1_ms }];
    });
    if (timed.length === 0) return [];
    const from_ms = Math.min(...timed.map(({ t0_ms }) => t0_ms));
    const to_ms = Math.max(...timed.map(({ t1_ms }) => t1_ms));
    return [{ step, from_ms, to_ms }];
  });
}

export function placedByRun(steps: readonly MeasuredStep[]): PlacedStep[] {
  const first = Math.min(...steps.map(({ from_ms }) => from_ms));
  const span = Math.max(...steps.map(({ to_ms }) => to_ms)) - first || 1;
  return steps.map(({ step, from_ms, to_ms }) => ({
    step,
    from: (from_ms - first) / span,
    to: (to_ms - first) / span,
  }));
}

export function placedByPlan(steps: readonly StepOfPhases[]): PlacedStep[] {
  const total = steps.reduce((sum, { step }) => sum + step.seconds, 0) || 1;
  let at = 0;
  return steps.map(({ step }) => {
    const from = at / total;
    at += step.seconds;
    return { step, from, to: at / total };
  });
}
