/** The phases of a run as rows over time: what the Gantt chart of a run draws. */

export interface PhaseBar {
  ordinal: number;
  name: string;
  kind: string;
  state: string;
  /** Name of the state. */
  word: string;
  /** On the time axis of the run; null where the phase has not begun, or never ran. */
  t0_ms: number | null;
  /** Null where the phase has not begun, and while it runs. */
  t1_ms: number | null;
  planned_ms: number | null;
}

/** One line of the chart: a phase, or neighbours that are folded into one. */
export interface PhaseRow {
  label: string;
  bars: readonly PhaseBar[];
}

export interface PhasesData {
  rows: readonly PhaseRow[];
}

/** Return the end of a bar on the axis; a running phase ends at its planned duration. */
export function endOf({ t0_ms, t1_ms, planned_ms }: PhaseBar): number | null {
  if (t1_ms !== null) return t1_ms;
  return t0_ms === null ? null : t0_ms + Math.max(planned_ms ?? 0, 1000);
}

/** Return true if it is still under way, so that its end is only planned. */
export function isOpen({ t0_ms, t1_ms }: PhaseBar): boolean {
  return t0_ms !== null && t1_ms === null;
}

/** First and last moment of all bars. */
export function extentOf({ rows }: PhasesData): [number, number] {
  const bars = rows.flatMap((row) => row.bars);
  const starts = bars.flatMap(({ t0_ms }) => t0_ms ?? []);
  const ends = bars.flatMap((bar) => endOf(bar) ?? []);
  const first = starts.reduce((min, value) => Math.min(min, value), Number.POSITIVE_INFINITY);
  const last = ends.reduce((max, value) => Math.max(max, value), 0);
  return Number.isFinite(first) ? [first, Math.max(last, first + 1000)] : [0, 1000];
}

/** The words of a row whose phases never ran: each state once, with how many phases are in it. */
export function restText({ bars }: PhaseRow): string {
  if (bars.some(({ t0_ms }) => t0_ms !== null)) return "";
  const counts = new Map<string, number>();
  for (const { word } of bars) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => (bars.length === 1 ? word : `${count} ${word}`)).join(", ");
}
