/** The cost of a run in the figures of its action bar. */
import type { ForeseenPlan } from "@/api/jobs";
import type { JobRequest } from "@/api/types";
import { clockOf, shortMoment, shortSpan } from "@/lib/short-times";
import { joinShort, shortBytes, shortPercent } from "@/lib/short-values";
import { newRun as words } from "@/messages/new-run";
import type { BarFigure } from "@/parts/action-bar";

type Asked = Pick<JobRequest, "repeats" | "repeat_until" | "target">;

/** Return how many runs to expect: as many as can agree at the earliest, or as many as are wanted. */
export function typicalRuns({ repeats, repeat_until }: Asked): number {
  return repeat_until ? repeat_until.min_repeats : (repeats ?? 1);
}

/** Return when the runs begin and end, in ms; by the queue where it is known, else from now on. */
export function planTimes(plan: ForeseenPlan, asked: Asked, now: number): { start: number; end: number } {
  const span = plan.estimated_seconds * typicalRuns(asked) * 1000;
  const finish = plan.finish?.estimated_finish_at;
  const end = finish ? Math.max(Date.parse(finish), now + span) : now + span;
  return { start: end - span, end };
}

export function costFigures(plan: ForeseenPlan, asked: Asked, now: number): BarFigure[] {
  const { end } = planTimes(plan, asked, now);
  const used = (plan.endurance ?? []).flatMap(({ typical_percent }) => typical_percent ?? []);
  return [
    { value: shortSpan(plan.estimated_seconds * typicalRuns(asked)), note: endNote(new Date(end), new Date(now)) },
    { value: bytesOf(plan), note: targetNote(asked.target) },
    ...(used.length > 0 ? [{ value: shortPercent(Math.max(...used)), note: words.ofEndurance }] : []),
  ];
}

function endNote(end: Date, now: Date): string {
  const day = shortMoment(end, now);
  return day === clockOf(end) ? words.endsToday(day) : words.endsOn(day, clockOf(end));
}

function bytesOf({ expected_writes, written_bytes }: ForeseenPlan): string {
  return joinShort(shortBytes(expected_writes?.typical_bytes ?? written_bytes));
}

function targetNote(target: JobRequest["target"]): string {
  return target.kind === "file" ? words.writtenToFile : words.writtenToDrives(target.stable_ids.length);
}
