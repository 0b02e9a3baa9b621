/** Current state of running runs: the answer of the lab, updated by its stream. */
import type { LabEvents, LiveRun, LiveSample } from "@/api/events";
import type { Overview, RunUnderWay, Thumbnail } from "@/api/types";

/** A curve of more points has no more detail in a tile. */
const MAX_POINTS = 240;
const MIN_STEP_MS = 1_000;

/** Return the runs at work with their newest values. */
export function liveRuns({ under_way }: Pick<Overview, "under_way">, { runs }: LabEvents): RunUnderWay[] {
  return under_way.items.map((run) => {
    const live = runs.get(run.id);
    return live ? withLive(run, live) : run;
  });
}

/** Return true if the stream is in a later phase than the answer: the bar and the curve of the answer are outdated. */
export function hasMovedOn({ under_way }: Pick<Overview, "under_way">, { runs }: LabEvents): boolean {
  return under_way.items.some(({ id, progress }) => {
    const message = runs.get(id)?.message;
    const ordinal = message?.progress?.phase_ordinal;
    return ordinal != null && ordinal > (progress?.phase_ordinal ?? 0);
  });
}

function withLive(run: RunUnderWay, { message, samples }: LiveRun): RunUnderWay {
  const { state, progress, live, temperature_c } = message;
  // The answer may be newer than the last message.
  if ((live?.at_ms ?? 0) < (run.live?.at_ms ?? 0)) return run;
  const isSamePhase = live !== null && live.phase_ordinal === (run.live ?? live).phase_ordinal;
  return {
    ...run,
    state,
    progress,
    live,
    temperature_c,
    segments: advanced(run, progress?.elapsed_seconds),
    curve: isSamePhase ? grown(run, samples) : run.curve,
  };
}

/** Time goes on within the present phase. */
function advanced({ segments, progress }: RunUnderWay, elapsed: number | undefined): RunUnderWay["segments"] {
  const since = Math.max(0, (elapsed ?? 0) - (progress?.elapsed_seconds ?? 0));
  return segments.map((segment) => {
    const { state, planned_seconds, percent } = segment;
    if (state !== "running" || planned_seconds <= 0) return segment;
    return { ...segment, percent: Math.min(100, percent + (100 * since) / planned_seconds) };
  });
}

function grown(run: RunUnderWay, samples: readonly LiveSample[]): Thumbnail | null {
  const { curve, live, segments } = run;
  const values = curve?.lines[0];
  if (!curve || !values || !live) return { kind: "time", lines: [samples.map(({ iops }) => iops)], window: null };
  const current = segments.find(({ state }) => state === "running");
  const spent = current ? 1000 * current.planned_seconds * (current.percent / 100) : 0;
  const newer = samples.filter(({ at_ms }) => at_ms > live.at_ms);
  return { ...curve, lines: [growCurve(values, newer, live.at_ms, Math.max(MIN_STEP_MS, spent / values.length))] };
}

/**
 * Return a curve with newer samples at its end: one value per step of the curve, and the newest one even for an
 * incomplete step. Pairs are merged once there are too many.
 */
export function growCurve(
  values: readonly (number | null)[],
  samples: readonly LiveSample[],
  end_ms: number,
  step_ms: number,
): (number | null)[] {
  const grownValues = [...values];
  let [from, bucket]: [number, (number | null)[]] = [end_ms, []];
  for (const { at_ms, iops } of samples) {
    bucket.push(iops);
    if (at_ms - from >= step_ms) {
      grownValues.push(mean(bucket));
      [from, bucket] = [at_ms, []];
    }
  }
  if (bucket.length > 0) grownValues.push(bucket.at(-1) ?? null);
  return shortened(grownValues);
}

function shortened(values: (number | null)[]): (number | null)[] {
  if (values.length <= MAX_POINTS) return values;
  const pairs = Array.from({ length: Math.ceil(values.length / 2) }, (_, index) =>
    mean(values.slice(2 * index, 2 * index + 2)),
  );
  return shortened(pairs);
}

function mean(values: readonly (number | null)[]): number | null {
  const defined = values.filter((value) => value !== null);
  return defined.length === 0 ? null : defined.reduce((sum, value) => sum + value, 0) / defined.length;
}
