/** A run as its chart over time draws it: phases so far and to come, the steady window, the moment of its first I/O. */
import type { Job, LivePoint, Phase, Progress, Run, Series, SteadyProgress, Verdict } from "@/api/types";
import type { RunCourseData } from "@/charts/run-course/option";
import { shortPercent } from "@/lib/short-values";
import { course as words } from "@/messages/run-live";

const HOUR_MS = 3_600_000;

type CoursePhase = RunCourseData["phases"][number];

/** Return the moment of elapsed time 0 in ms; null before the first phase. */
export function ioStart({ phases }: Pick<Run, "phases">): number | null {
  for (const { started_at, t0_ms } of phases) {
    if (started_at !== null && t0_ms !== null) return Date.parse(started_at) - t0_ms;
  }
  return null;
}

const isToCome = ({ state, t0_ms }: Phase) => state === "planned" || (t0_ms === null && state === "running");

export interface PlannedCourse {
  phases: CoursePhase[];
  future: RunCourseData["future"];
}

/**
 * Return the phases of a run with the times planned for those to come. The lab's own estimate of the end is the end: planned
 * times share what it leaves, as rounds that may not be needed are among them.
 */
export function plannedCourse(run: Pick<Run, "phases">, nowMs: number, remainingSeconds: number | null): PlannedCourse {
  const begun = run.phases.filter((phase) => !isToCome(phase) && phase.t0_ms !== null);
  const done = begun.map(({ name, t0_ms, t1_ms }): CoursePhase => ({ name, t0_ms: t0_ms ?? 0, t1_ms }));
  const toCome = run.phases.filter(isToCome);
  if (remainingSeconds === null) return { phases: done, future: null };
  const end = nowMs + remainingSeconds * 1000;
  const present = begun.at(-1);
  const open = present && present.t1_ms === null ? present : null;
  const left = open ? Math.max(0, (open.planned_seconds ?? 0) * 1000 - (nowMs - (open.t0_ms ?? nowMs))) : 0;
  const planned = toCome.reduce((sum, { planned_seconds }) => sum + (planned_seconds ?? 0) * 1000, 0);
  const scale = left + planned > 0 ? (end - nowMs) / (left + planned) : 0;
  let at = nowMs + left * scale;
  const from = at;
  const coming = toCome.map(({ name, planned_seconds }): CoursePhase => {
    const t0 = at;
    at += (planned_seconds ?? 0) * 1000 * scale;
    return { name, t0_ms: t0, t1_ms: at };
  });
  const future =
    coming.length > 0 && end > from ? { from_ms: from, to_ms: end, label: words.toCome(coming.length) } : null;
  return {
    phases: [...done.map((phase) => (phase.t1_ms === null ? { ...phase, t1_ms: from } : phase)), ...coming],
    future: future ?? (end > nowMs ? { from_ms: end, to_ms: end, label: "" } : null),
  };
}

/** Return the window as far as it is filled while rounds go on; null before the first one. */
export function windowSoFar(
  run: Pick<Run, "phases">,
  steady: SteadyProgress | null,
  plan: Job["plan"] | undefined,
): RunCourseData["window"] {
  if (!steady || steady.filled === 0) return null;
  const label = words.window(steady.filled, steady.window);
  if (steady.kind === "loop") {
    const rounds = run.phases.filter(({ loop, t0_ms }) => loop === steady.name && t0_ms !== null);
    const first = steady.round - steady.filled + 1;
    const own = rounds.filter(({ round, t1_ms }) => round !== null && round >= first && t1_ms !== null);
    const [begin, end] = [own[0]?.t0_ms, own.at(-1)?.t1_ms];
    return begin != null && end != null ? { t0_ms: begin, t1_ms: end, label } : null;
  }
  const phase = run.phases.find(({ name, t0_ms, t1_ms }) => name === steady.name && t0_ms !== null && t1_ms === null);
  const stop = plan?.phases.find(({ ordinal }) => ordinal === phase?.ordinal)?.stop;
  if (!phase || phase.t0_ms === null || stop?.kind !== "steady") return null;
  const every = stop.round_seconds * Math.max(1, stop.spacing) * 1000;
  const end = phase.t0_ms + steady.round * every;
  return { t0_ms: end - steady.filled * every, t1_ms: end, label };
}

/** Return the window of a verdict with its range and slope; null if the verdict has none. */
export function windowOf(verdict: Verdict | null): RunCourseData["window"] {
  if (verdict?.status !== "steady" || verdict.t0_ms === null || verdict.t1_ms === null) return null;
  const [first = 0, last = 0] = verdict.window ?? [];
  const { range_percent, slope_percent } = verdict;
  const label =
    range_percent === null || slope_percent === null
      ? words.steady(first, last)
      : words.steadyWith(first, last, shortPercent(range_percent), shortPercent(slope_percent));
  return { t0_ms: verdict.t0_ms, t1_ms: verdict.t1_ms, label };
}

/** Return the mean of what a series has between two moments; null where it has nothing. */
export function meanBetween(series: Series | undefined, from: number, to: number): number | null {
  if (!series) return null;
  let sum = 0;
  let count = 0;
  series.mean.forEach((value, place) => {
    if (value === null) return;
    const end = series.intervals?.end_ms[place] ?? series.t0_ms + (place + 1) * series.step_ms;
    if (end <= from || end > to) return;
    sum += value;
    count += 1;
  });
  return count > 0 ? sum / count : null;
}

/**
 * Return which drawing of a live chart is due. The planned time and the window so far are drawn with the first progress, before
 * any point. After that the whole planned time has about 800 px: a second of a long run moves its curve by less than one of them.
 */
export function drawingTurn(
  points: readonly Pick<LivePoint, "t_ms">[],
  progress: Pick<Progress, "remaining_seconds"> | null,
): string {
  const newest = points.at(-1)?.t_ms ?? 0;
  if (progress === null) return `unplanned ${Math.floor(newest / 1_000)}`;
  const span = newest + progress.remaining_seconds * 1000;
  return `planned ${Math.floor(newest / (span > HOUR_MS ? 5_000 : span > HOUR_MS / 3 ? 2_000 : 1_000))}`;
}
