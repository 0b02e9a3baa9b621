/** The cost of a run in the figures of its action bar. */
import type { ForeseenPlan } from "@/api/jobs";
import type { JobRequest } from "@/api/types";
import { clockOf, shortMoment, shortSpan } from "@/lib/short-times";
import { joinShort, shortBytes, shortPercent } from "@/lib/short-values";
import { newRun as words } from "@/messages/new-run";
import { parts } from "@/messages/parts";
import type { BarFigure } from "@/parts/action-bar";

type RunRequest = Pick<JobRequest, "repeats" | "repeat_until" | "target">;

/** Return the expected number of runs: the fewest that can agree, or the requested number. */
export function typicalRuns({ repeats, repeat_until }: RunRequest): number {
  return repeat_until ? repeat_until.min_repeats : (repeats ?? 1);
}

/** Return when the runs begin and end, in ms; by the queue where it is known, else from now on. */
export function planTimes(plan: ForeseenPlan, request: RunRequest, now: number): { start: number; end: number } {
  const span = plan.estimated_seconds * typicalRuns(request) * 1000;
  const finish = plan.finish?.estimated_finish_at;
  const end = finish ? Math.max(Date.parse(finish), now + span) : now + span;
  return { start: end - span, end };
}

export function costFigures(plan: ForeseenPlan, request: RunRequest, now: number): BarFigure[] {
  const { end } = planTimes(plan, request, now);
  const written = plan.expected_writes?.typical_bytes ?? plan.written_bytes;
  const used = (plan.endurance ?? []).flatMap(({ typical_percent }) => typical_percent ?? []);
  const wears = request.target.kind === "devices" && written !== 0;
  return [
    { value: shortSpan(plan.estimated_seconds * typicalRuns(request)), note: endNote(new Date(end), new Date(now)) },
    { value: joinShort(shortBytes(written)), note: targetNote(request.target) },
    ...(wears || used.length > 0 ? [enduranceFigure(used)] : []),
  ];
}

function enduranceFigure(used: readonly number[]): BarFigure {
  return { value: used.length > 0 ? shortPercent(Math.max(...used)) : parts.unknown, note: words.ofEndurance };
}

/** Return the figures that a plan will have, without values, so that nothing moves when it arrives. */
export function figuresAhead({ drives, writes }: { drives: number | null; writes: boolean }): BarFigure[] {
  const written = drives === null ? words.writtenToFile : words.writtenToDrives(drives);
  const notes = [words.ends, written, ...(drives !== null && writes ? [words.ofEndurance] : [])];
  return notes.map((note) => ({ value: words.noFigure, note }));
}

function endNote(end: Date, now: Date): string {
  const day = shortMoment(end, now);
  return day === clockOf(end) ? words.endsToday(day) : words.endsOn(day, clockOf(end));
}

function targetNote(target: JobRequest["target"]): string {
  return target.kind === "file" ? words.writtenToFile : words.writtenToDrives(target.stable_ids.length);
}
