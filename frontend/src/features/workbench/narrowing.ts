/** A look at a part of a dashboard: a query and dates of the address in place of what is saved. Pure. */
import type { Narrowing } from "@/api/dashboards";
import type { Entries } from "@/charts/workbench/document";
import { bothQueries } from "@/lib/query-parts";
import { NO_BREAK_SPACE } from "@/lib/short-values";
import { readerZone } from "@/lib/time-zone";
import { MONTHS } from "@/lib/units";
import { dashboards } from "@/messages/dashboards";
import type { DashboardSearch } from "./view-search";

const words = dashboards.dates;

type Narrowed = Pick<DashboardSearch, "q" | "started">;

/** The saved query; named runs have none. */
export const savedQuery = (entries: Entries): string => ("query" in entries ? entries.query : "");

/** Return the narrowing to request from the lab; null if the dashboard is shown as saved. */
export function narrowingOf(entries: Entries, { q, started }: Narrowed): Narrowing {
  if (q === undefined && started === undefined) return null;
  return {
    q: bothQueries(q ?? savedQuery(entries), started === undefined ? "" : `started:${started}`),
    time_zone: "query" in entries ? entries.time_zone : readerZone(),
  };
}

/** Entries that always show what the narrowed ones show now. */
export function narrowedEntries(entries: Entries, narrowing: Narrowing, shown: readonly string[]): Entries {
  if (!narrowing) return entries;
  return "query" in entries ? { ...entries, query: narrowing.q } : { runs: [...shown] };
}

/** Days from and to, of which the address may have one alone. */
export interface Days {
  from: string;
  to: string;
}

export const NO_DAYS: Days = { from: "", to: "" };

/** The days of an address; none for a span up to now. */
export function daysOf(started: string | undefined): Days {
  const [from, to] = started?.split("..") ?? [];
  return from === undefined || to === undefined ? NO_DAYS : { from, to };
}

/** As the address has it; undefined for no days. */
export const startedOn = ({ from, to }: Days): string | undefined =>
  from === "" && to === "" ? undefined : `${from}..${to}`;

export const SPANS = ["-24h", "-7d", "-30d", "-90d"] as const;

const SPAN = /^-(\d+)([hdw])$/;
const UNITS = { h: "hours", d: "days", w: "weeks" } as const;

/** When runs began, in words: "Last 7 days", "26 Oct to 24 Nov". */
export function datesText(started: string | undefined, now: Date): string {
  if (started === undefined) return words.any;
  const [, count, unit] = SPAN.exec(started) ?? [];
  if (count !== undefined) return words.last(Number(count), UNITS[unit as keyof typeof UNITS]);
  const { from, to } = daysOf(started);
  if (to === "") return words.since(dayText(from, now));
  return from === "" ? words.until(dayText(to, now)) : words.between(dayText(from, now), dayText(to, now));
}

/** A day such as `2026-11-24`; its year is named where it is another one. */
function dayText(day: string, now: Date): string {
  const [year, month, date] = day.split("-").map(Number);
  const text = [date, MONTHS[(month ?? 1) - 1], year === now.getFullYear() ? "" : year];
  return text.filter((part) => part !== "").join(NO_BREAK_SPACE);
}
