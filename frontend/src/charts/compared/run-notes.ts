/** The notes of several runs on one chart: numbered through, each on the axis of its curve. */
import type { RunNote, Series } from "@/api/types";
import type { ChartNote } from "../preconditioning/notes";
import type { ChosenRun } from "../queue-depth/curves";

export interface NotedRun {
  chosen: ChosenRun;
  notes: readonly RunNote[];
  series: Series | null;
  /** The moment of the run that time is counted from; where its readings may begin unless given. */
  zero_ms?: number | undefined;
}

export interface NumberedNote {
  number: number;
  run: ChosenRun;
  note: RunNote;
}

export interface OverlaidNotes {
  /** Notes to draw, on the time axis of the chart. */
  drawn: ChartNote[];
  /** Notes behind the numbers; the time of each is on the axis of its own run. */
  listed: NumberedNote[];
  /** Number of notes about another metric, or about a part of their run that is not drawn. */
  others: number;
}

export function overlaidNotes(runs: readonly NotedRun[], metric: string): OverlaidNotes {
  const drawn: ChartNote[] = [];
  const listed: NumberedNote[] = [];
  let others = 0;
  for (const { chosen, notes, series, zero_ms } of runs) {
    if (!series || series.points === 0) continue;
    const start = series.t0_ms;
    const zero = zero_ms ?? start;
    for (const note of notes) {
      const to = note.to_ms ?? note.from_ms;
      const inSight = to >= start && note.from_ms <= (series.last_ms ?? Number.POSITIVE_INFINITY);
      if (!inSight || (note.metric !== null && note.metric !== metric)) {
        others += 1;
        continue;
      }
      const number = listed.length + 1;
      const to_ms = note.to_ms === null ? null : note.to_ms - zero;
      drawn.push({ number, from_ms: note.from_ms - zero, to_ms, metric: note.metric, curve: chosen.name });
      listed.push({ number, run: chosen, note });
    }
  }
  return { drawn, listed, others };
}
