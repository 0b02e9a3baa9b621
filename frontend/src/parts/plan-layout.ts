/** The steps of a plan with the moments they start. */

/** Preparation changes drives without a result; settling is preparation that ends when it is steady. */
export type PlanStepKind = "prepare" | "settle" | "measure";

export interface PlanStep {
  name: string;
  /** Its duration, or the rule it ends by: "until steady: range 20 %, slope 10 %". */
  detail: string;
  seconds: number;
  kind: PlanStepKind;
  /** Points of a sweep, drawn in a row: "1", "2", "4". */
  points?: readonly string[];
}

export interface PlacedStep {
  step: PlanStep;
  /** In ms. */
  start: number;
}

export interface PlacedPlan {
  steps: PlacedStep[];
  end: number;
}

/** Return the steps one after the other from a start in ms. */
export function placeSteps(steps: readonly PlanStep[], start: number): PlacedPlan {
  let end = start;
  const placed = steps.map((step): PlacedStep => {
    const own = end;
    end += Math.max(step.seconds, 0) * 1000;
    return { step, start: own };
  });
  return { steps: placed, end };
}
