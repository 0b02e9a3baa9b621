/** The calendar of a campaign as rows of a timeline: its cells, and below them what changes between them. */
import type { CalendarSlot, CampaignMatrix } from "@/api/types";
import { timeline as words } from "@/messages/campaigns";
import type { LinkedBar, TimelineRow } from "@/parts/timeline";
import type { BarKind, Range } from "@/parts/timeline-layout";
import { lanesOf } from "./calendar-days";

const HOUR_MS = 3_600_000;
/** Shown part of the past of a running campaign, in ms. */
const PAST_MS = 8 * HOUR_MS;
/** Shortest time axis in ms. `ahead` leaves room for later estimates; `over` needs none. */
const SHORTEST_MS = { ahead: 2 * HOUR_MS, over: 60_000 };

export interface CampaignTimeline {
  rows: TimelineRow[];
  range: Range;
  /** True if the whole campaign is over. */
  isOver: boolean;
}

/** Return a row of cells and one of layouts for each server; null where nothing has a time yet. */
export function timelineOf(
  slots: readonly CalendarSlot[],
  matrix: CampaignMatrix,
  now: number,
): CampaignTimeline | null {
  const [starts, ends] = [
    slots.map(({ starts_at }) => Date.parse(starts_at)),
    slots.map(({ ends_at }) => Date.parse(ends_at)),
  ];
  const [start, end] = [Math.min(...starts), Math.max(...ends)];
  if (slots.length === 0) return null;
  const isOver = end <= now && slots.every(({ certainty }) => certainty === "known");
  const from = end > now ? Math.max(start, Math.min(now - PAST_MS, end)) : start;
  const shortest = isOver ? SHORTEST_MS.over : SHORTEST_MS.ahead;
  const range = { from: Math.min(from, now > end ? start : now), to: Math.max(end, from + shortest) };
  const lanes = lanesOf(slots);
  const rows = lanes.flatMap(({ name, slots: own }, index) => [
    {
      id: `cells ${index}`,
      name: lanes.length > 1 ? name : words.cells,
      bars: own.map((slot) => cellBar(slot, matrix, now)),
    },
    { id: `layouts ${index}`, name: words.layouts, bars: layoutBars(own, matrix, now) },
  ]);
  return { rows, range, isOver };
}

function kindOf(slot: Pick<CalendarSlot, "starts_at" | "ends_at" | "certainty">, now: number): BarKind {
  if (slot.certainty === "known") return "done";
  return Date.parse(slot.starts_at) <= now ? "running" : "queued";
}

function cellBar(slot: CalendarSlot, matrix: CampaignMatrix, now: number): LinkedBar {
  const { row, column, generation, run_number, job_number } = slot;
  const cell = matrix.cells.find(
    (candidate) => candidate.row === row && candidate.column === column && candidate.generation === generation,
  );
  const workload = matrix.columns.find((candidate) => candidate.column === column)?.label;
  return {
    id: [slot.starts_at, row, column, generation, slot.title].join(" "),
    kind: cell?.state === "failed" ? "failed" : kindOf(slot, now),
    start: Date.parse(slot.starts_at),
    end: Date.parse(slot.ends_at),
    title: [run_number, workload ?? slot.title].filter(Boolean).join(" · "),
    detail: slot.title,
    ...(run_number !== null
      ? { link: { to: "/runs/$ref", params: { ref: run_number } } }
      : job_number !== null
        ? { link: { to: "/jobs/$ref", params: { ref: job_number } } }
        : {}),
  };
}

/** Cells of one configuration that follow one another share a bar; steps between them are changes. */
function layoutBars(slots: readonly CalendarSlot[], matrix: CampaignMatrix, now: number): LinkedBar[] {
  const bars: (LinkedBar & { row: number | null })[] = [];
  for (const slot of slots.toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at))) {
    const last = bars.at(-1);
    const [start, end] = [Date.parse(slot.starts_at), Date.parse(slot.ends_at)];
    if (last && slot.row !== null && last.row === slot.row) {
      last.end = Math.max(last.end, end);
      if (slot.certainty !== "known") last.kind = last.start <= now ? "running" : "queued";
      continue;
    }
    const name = matrix.rows.find(({ row }) => row === slot.row)?.name;
    bars.push({
      id: `${slot.starts_at} ${slot.row ?? slot.title}`,
      kind: slot.row === null ? "reserved" : kindOf(slot, now),
      start,
      end,
      title: name ?? slot.title,
      row: slot.row,
    });
  }
  return bars.map(({ row, ...bar }) => bar);
}
