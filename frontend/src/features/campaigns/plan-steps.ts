/** The plan of a campaign by configuration: how far each is and what it takes, in the order in which they run. */
import type { CampaignMatrix } from "@/api/types";

export type StepState = "done" | "running" | "failed" | "waiting" | "left";

export interface PlanStep {
  row: number;
  name: string;
  state: StepState;
  /** Null where nothing of it is estimated. */
  seconds: number | null;
  done: number;
  possible: number;
  impossible: number;
}

export function planSteps({ rows, cells }: CampaignMatrix): PlanStep[] {
  const steps = rows.map(({ row, name }) => {
    const own = cells.filter((cell) => cell.row === row && !cell.superseded);
    const possible = own.filter(({ state }) => state !== "impossible");
    const times = possible.flatMap(({ estimated_seconds }) => estimated_seconds ?? []);
    const places = possible.flatMap(({ position }) => position ?? []);
    const count = (...states: string[]) => possible.filter(({ state }) => states.includes(state)).length;
    const open = count("planned", "waiting");
    const state: StepState =
      count("running") > 0
        ? "running"
        : open > 0
          ? "waiting"
          : count("failed", "withheld") > 0
            ? "failed"
            : count("measured") > 0
              ? "done"
              : "left";
    const step: PlanStep = {
      row,
      name,
      state,
      seconds: times.length > 0 ? times.reduce((sum, time) => sum + time, 0) : null,
      done: count("measured"),
      possible: possible.length,
      impossible: own.length - possible.length,
    };
    return { step, place: Math.min(...places, Number.MAX_SAFE_INTEGER) };
  });
  return steps.toSorted((one, other) => one.place - other.place).map(({ step }) => step);
}
