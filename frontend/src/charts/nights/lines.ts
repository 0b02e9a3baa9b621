/** Single runs by the dates on which they began, a line for each configuration, judged against what is usual for it. Pure. */
import { DAY_MS } from "@/lib/calendar";
import { METRICS, type MetricName } from "@/lib/metrics";
import { remembered } from "@/lib/remembered";
import { formatNumber, formatRelative, MONTHS } from "@/lib/units";
import { judgeHistory, type Usual } from "@/lib/usual";
import type { WithNumbers } from "../changes";
import type { Look } from "../theme";
import { words } from "./words";

export type Verdict = "steady" | "not_steady" | "insufficient_rounds";

/** A part of a system whose firmware is another one than at the run before. */
export interface FirmwareChange {
  /** As in `Firmware of the drives`. */
  part: string;
  from: string;
  to: string;
}

export interface NightRun {
  run: string;
  /** RFC 3339. */
  at: string;
  /** Null for a run whose figures do not count. */
  value: number | null;
  verdict: Verdict | null;
  /** Known changes since the run before; absent without any. */
  firmware?: readonly FirmwareChange[];
}

export interface NightLine extends Look {
  name: string;
  /** Oldest first. */
  runs: readonly NightRun[];
}

export interface NightsData extends WithNumbers {
  metric: MetricName;
  workload: string;
  lines: readonly NightLine[];
  /** Draws values on a logarithmic axis; changes never are. */
  log?: boolean;
}

export interface JudgedRun extends NightRun {
  value: number;
  isWorse: boolean;
}

export interface JudgedLine {
  name: string;
  look: Look;
  /** Those with a value. */
  runs: readonly JudgedRun[];
  usual: Usual | null;
  newest: JudgedRun;
  /** The first run that is as bad as the newest one, where that is worse. */
  since: JudgedRun | null;
}

/** Lines with a value, in their order. */
export const judgedLines = remembered(({ metric, lines }: NightsData): readonly JudgedLine[] =>
  lines.flatMap((line): JudgedLine[] => {
    const { name, runs, ...look } = line;
    const measured = runs.flatMap(({ value, ...run }) => (value === null ? [] : [{ ...run, value }]));
    const { worse, usual } = judgeHistory(
      measured.map(({ value }) => value),
      METRICS[metric].better,
    );
    const judged = measured.map((run, place): JudgedRun => ({ ...run, isWorse: worse[place] === true }));
    const newest = judged.at(-1);
    if (!newest) return [];
    const since = newest.isWorse ? (judged[judged.findLastIndex(({ isWorse }) => !isWorse) + 1] ?? newest) : null;
    return [{ name, look: { ...look, isWorse: look.isWorse || newest.isWorse }, runs: judged, usual, newest, since }];
  }),
);

/** The change of a value from the usual median in percent; null without one. */
export function changeFrom(usual: Usual | null, value: number): number | null {
  return usual && usual.median !== 0 ? (100 * (value - usual.median)) / usual.median : null;
}

/** Return the value to draw: the value itself, or its ratio to the usual median. */
export function shownValue({ numbers = "absolute" }: WithNumbers, usual: Usual | null, value: number): number | null {
  if (numbers === "absolute") return value;
  const change = changeFrom(usual, value);
  return change === null || numbers === "relative" ? change : 1 + change / 100;
}

/** A drawn value in words. */
export function shownText({ numbers = "absolute", metric }: NightsData, value: number): string {
  if (numbers === "absolute") return METRICS[metric].format(value);
  return numbers === "relative" ? changeText(value) : `${formatNumber(value)} ×`;
}

export const changeText = (percent: number): string => formatRelative(1 + percent / 100);

/** The title of an axis of drawn values. */
export function shownLabel({ numbers = "absolute", metric }: NightsData): string {
  const { label } = METRICS[metric];
  return numbers === "absolute" ? label : numbers === "relative" ? words.change(label) : words.ratio(label);
}

/** Begin of the UTC day of a moment, in ms. */
export const dayStart = (at: string): number => Math.floor(Date.parse(at) / DAY_MS) * DAY_MS;

/** Return `12 Nov`, in UTC. */
export function dayName(day: number): string {
  const date = new Date(day);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ""}`;
}

export interface FirmwareMark {
  /** When the first run with it began, in ms. */
  at: number;
  text: string;
}

/** Changes of firmware in order of time; one that several lines have on one day is one mark. */
export function firmwareMarks(lines: readonly JudgedLine[]): FirmwareMark[] {
  const runs = lines.flatMap((line) => line.runs).toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const marks = runs.flatMap(({ at, firmware = [] }) =>
    firmware.map(({ to }): FirmwareMark => ({ at: Date.parse(at), text: words.firmware(to) })),
  );
  const isFirst = ({ at, text }: FirmwareMark, place: number) =>
    marks.findIndex((other) => other.text === text && isOneDay(other.at, at)) === place;
  return marks.filter(isFirst);
}

const isOneDay = (a: number, b: number): boolean => Math.floor(a / DAY_MS) === Math.floor(b / DAY_MS);

/** A change of firmware in a sentence or a cell. */
export const firmwareText = (changes: readonly FirmwareChange[]): string =>
  changes.map(({ part, from, to }) => words.firmwareChange(part, from, to)).join(", ");

/** Sentences on what is worse than usual. */
export function worseSentence(lines: readonly JudgedLine[]): string {
  const worse = lines.flatMap(({ name, since }) =>
    since ? [words.worseSince(name, dayName(dayStart(since.at)))] : [],
  );
  if (worse.length > 0) return words.worseNames(worse.join(", "));
  return lines.some(({ usual }) => usual) ? words.noneWorse : "";
}
