/** The queue as rows of a timeline, from the answer of the lab. */
import type { QueueBar, QueueLane, QueueTimeline } from "@/api/types";
import { clockOf } from "@/lib/short-times";
import { home as words } from "@/messages/home";
import type { LinkedBar, TimelineRow } from "@/parts/timeline";
import type { BarKind, Range } from "@/parts/timeline-layout";

/** More rows would push the results off the screen; Queue has all of them. */
export const MAX_LANES = 8;

const KINDS: Readonly<Record<QueueBar["kind"], BarKind>> = {
  finished: "done",
  failed: "failed",
  running: "running",
  queued: "queued",
  reservation: "reserved",
  maintenance: "reserved",
  rebuilding: "rebuilding",
  unreachable: "unreachable",
  quarantined: "unreachable",
};

export interface QueueRows {
  rows: TimelineRow[];
  range: Range;
  /** Number of servers without a row. */
  more: number;
}

/** Return one row per server, those with something planned before the others where there are many. */
export function queueRows({ from_at, to_at, lanes }: QueueTimeline): QueueRows {
  const range = rangeOf({ from_at, to_at });
  const names = distinctNames(lanes.map(({ server }) => server.name));
  const rows = lanes.map((lane, index) => rowOf(lane, names[index] ?? lane.server.name, range));
  if (rows.length <= MAX_LANES) return { rows, range, more: 0 };
  const shown = new Set(
    rows.toSorted((a, b) => Number(b.bars.length > 0) - Number(a.bars.length > 0)).slice(0, MAX_LANES),
  );
  return { rows: rows.filter((row) => shown.has(row)), range, more: rows.length - MAX_LANES };
}

export function rangeOf({ from_at, to_at }: Pick<QueueTimeline, "from_at" | "to_at">): Range {
  return { from: Date.parse(from_at), to: Date.parse(to_at) };
}

function rowOf({ server, bars }: QueueLane, name: string, range: Range): TimelineRow {
  const unplaced = bars.filter(({ kind, starts_at }) => kind === "queued" && starts_at === null).length;
  return {
    id: server.id,
    name,
    bars: bars.flatMap((bar, index) => {
      const placed = placedBar(bar, `${server.id} ${index}`, range);
      if (!placed) return [];
      const isAway = placed.kind === "unreachable" && unplaced > 0;
      return [isAway ? { ...placed, detail: words.runsWait(unplaced) } : placed];
    }),
  };
}

/** A bar without an end goes on beyond the range; one without a beginning has no place. */
export function placedBar(bar: QueueBar, id: string, { to }: Range): LinkedBar | null {
  if (bar.starts_at === null) return null;
  const start = Date.parse(bar.starts_at);
  const kind = KINDS[bar.kind];
  return {
    id,
    kind,
    start,
    end: bar.ends_at === null ? to : Date.parse(bar.ends_at),
    title: bar.kind === "unreachable" ? words.unreachableSince(clockOf(new Date(start))) : bar.title,
    ...linkOf(bar),
  };
}

function linkOf({ run_number, job_number }: QueueBar): Pick<LinkedBar, "link"> {
  if (run_number !== null) return { link: { to: "/runs/$ref", params: { ref: run_number } } };
  return job_number !== null ? { link: { to: "/jobs/$ref", params: { ref: job_number } } } : {};
}

/** Return names without the first part that all of them share: `r760-01` of `lab-r760-01`. */
export function distinctNames(names: readonly string[]): string[] {
  const [first = ""] = names;
  const prefix = /^[^-.\s]+[-.]/.exec(first)?.[0];
  if (prefix === undefined || names.length < 2) return [...names];
  const isShared = names.every((name) => name.startsWith(prefix) && name.length > prefix.length);
  return isShared ? names.map((name) => name.slice(prefix.length)) : [...names];
}
