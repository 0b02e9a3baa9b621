/** The calendar of a campaign by day, in the reader's time zone. */
import type { CalendarSlot, CampaignPlan } from "@/api/types";

const DAY_MS = 86_400_000;

export interface CalendarDay {
  /** A moment of the day. */
  at: string;
  slots: CalendarSlot[];
}

/** Slots by the day on which they begin, in their order. */
export function calendarDays(slots: readonly CalendarSlot[]): CalendarDay[] {
  const days = new Map<number, CalendarDay>();
  for (const slot of slots.toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at))) {
    const day = midnight(slot.starts_at);
    const existing = days.get(day);
    if (existing) existing.slots.push(slot);
    else days.set(day, { at: slot.starts_at, slots: [slot] });
  }
  return [...days.values()];
}

/** Return the number of days from one moment to another, by their dates. */
export function daysAfter(moment: string, other: string): number {
  // Rounded, as a day is an hour longer or shorter where clocks are put back or forward.
  return Math.round((midnight(moment) - midnight(other)) / DAY_MS);
}

/** The part of its first day that a slot takes, in percent from midnight. */
export function shareOfDay({ starts_at, ends_at }: CalendarSlot): { from: number; width: number } {
  const day = midnight(starts_at);
  const from = (100 * (Date.parse(starts_at) - day)) / DAY_MS;
  const to = Math.min(100, (100 * (Date.parse(ends_at) - day)) / DAY_MS);
  return { from, width: Math.max(0, to - from) };
}

/** The slots of each server, in the order in which servers occur. */
export function lanesOf(slots: readonly CalendarSlot[]): { name: string; slots: CalendarSlot[] }[] {
  const lanes = new Map<string, { name: string; slots: CalendarSlot[] }>();
  for (const slot of slots) {
    const { id, name } = slot.server;
    const existing = lanes.get(id);
    if (existing) existing.slots.push(slot);
    else lanes.set(id, { name, slots: [slot] });
  }
  return [...lanes.values()];
}

/** When the cells of a plan would run if it began at `now` (ms): one after the other, on all servers at once. */
export function plannedSlots({ order }: CampaignPlan, now: number): CalendarSlot[] {
  const ends = new Map<string, number>();
  return order.map(({ server, row, column, title, estimated_seconds }) => {
    const at = ends.get(server.id) ?? now;
    const end = at + estimated_seconds * 1000;
    ends.set(server.id, end);
    return {
      server,
      row,
      column,
      generation: 1,
      title,
      job_number: null,
      run_number: null,
      starts_at: new Date(at).toISOString(),
      ends_at: new Date(end).toISOString(),
      certainty: "rough",
    };
  });
}

function midnight(moment: string): number {
  return new Date(moment).setHours(0, 0, 0, 0);
}
