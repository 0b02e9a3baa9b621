/** The plan of a run as the few steps of its timeline. */
import type { PhasePlan, Plan } from "@/api/types";
import { shortSpan } from "@/lib/short-times";
import { shortPercent } from "@/lib/short-values";
import { newRun as words } from "@/messages/new-run";
import type { PlanStep } from "@/parts/plan-layout";

/** More points than these could not be read. */
const MAX_POINTS = 12;
const MAX_POINT_LENGTH = 7;

/** Return preparation, fills and preconditioning one by one; points of a sweep and rounds of a loop are one step each. */
export function planSteps({ phases, preparation }: Pick<Plan, "phases" | "preparation">): PlanStep[] {
  const prepared = (preparation ?? []).map(
    ({ title, max_seconds }): PlanStep => ({
      name: title,
      detail: words.upTo(shortSpan(max_seconds)),
      seconds: max_seconds,
      kind: "prepare",
    }),
  );
  return [...prepared, ...phaseSteps(phases).map(({ step }) => step)];
}

/** Return the steps that phases make, each with its own phases. */
export function phaseSteps(phases: readonly PhasePlan[]): { step: PlanStep; phases: PhasePlan[] }[] {
  return gathered(phases).map((own) => ({ step: stepOf(own), phases: own }));
}

function gathered(phases: readonly PhasePlan[]): PhasePlan[][] {
  const stretches: PhasePlan[][] = [];
  for (const phase of phases) {
    const last = stretches.at(-1);
    if (last?.[0] && isSameStep(last[0], phase)) last.push(phase);
    else stretches.push([phase]);
  }
  return stretches;
}

function isSameStep(a: PhasePlan, b: PhasePlan): boolean {
  if (a.loop || b.loop) return a.loop === b.loop;
  return a.kind === "measure" && b.kind === "measure" && a.group === b.group;
}

function stepOf(phases: PhasePlan[]): PlanStep {
  const [first] = phases as [PhasePlan];
  const seconds = phases.reduce((sum, phase) => sum + phase.estimated_seconds, 0);
  if (first.loop) {
    const rounds = new Set(phases.map(({ round }) => round)).size;
    return { name: first.loop, detail: words.rounds(rounds, shortSpan(seconds)), seconds, kind: "measure" };
  }
  if (first.kind === "measure") return measuredStep(phases, seconds);
  const isSettling = first.stop.kind === "steady";
  return {
    name: first.name,
    detail: first.stop.kind === "steady" ? untilSteady(first.stop) : shortSpan(seconds),
    seconds,
    kind: isSettling ? "settle" : "prepare",
  };
}

function untilSteady({ range_limit_percent, slope_limit_percent }: SteadyRule): string {
  return words.untilSteady(shortPercent(range_limit_percent), shortPercent(slope_limit_percent));
}

type SteadyRule = Extract<PhasePlan["stop"], { kind: "steady" }>;

function measuredStep(phases: readonly PhasePlan[], seconds: number): PlanStep {
  const names = phases.map(({ name }) => name);
  const { name, points } = commonName(names);
  const [first = 0] = phases.map(({ estimated_seconds }) => estimated_seconds);
  const areAlike = phases.every(({ estimated_seconds }) => Math.abs(estimated_seconds - first) < 1);
  const detail = phases.length > 1 && areAlike ? words.times(phases.length, shortSpan(first)) : shortSpan(seconds);
  return { name: name || phases[0]?.group || words.points(phases.length), detail, seconds, kind: "measure", points };
}

/** Return the common beginning of names, and the rest of each where all rests are short. */
export function commonName(names: readonly string[]): { name: string; points: string[] } {
  const [first = ""] = names;
  if (names.length === 1) return { name: first, points: [] };
  let length = 0;
  while (length < first.length && names.every((name) => name[length] === first[length])) length += 1;
  // A number that begins alike is not cut: of 16 and 128 the 1 belongs to the points.
  while (length > 0 && /\d/.test(first[length - 1] ?? "")) length -= 1;
  const points = names.map((name) => name.slice(length));
  const isShort =
    points.length <= MAX_POINTS && points.every((point) => point !== "" && point.length <= MAX_POINT_LENGTH);
  return { name: first.slice(0, length).replace(/[\s,:·/(-]+$/, ""), points: isShort ? points : [] };
}
