/** The document in the address of its page: what is as usual is left out, and what is not understood is dropped. */
import type { Numbers } from "@/charts/changes";
import type { ChartKind } from "@/charts/registry";
import {
  ALIGNMENTS,
  type Alignment,
  DEFAULT_NEWEST,
  DEFAULT_OPTIONS,
  DEFAULT_TIME_ZONE,
  EMPTY,
  type Entries,
  isOverTime,
  MAX_COLOUR,
  MAX_PANELS,
  NUMBERS,
  OPTION_NAMES,
  type Panel,
  type PanelOptions,
  readPanel,
  type TimeSpan,
  type WorkbenchDocument,
} from "@/charts/workbench/document";
import { MAX_RUNS } from "@/lib/run-list";

/** A workbench as its page has it: without panels of its own it has those that its data suggest. */
export type Workbench = Omit<WorkbenchDocument, "panels"> & { panels: readonly Panel[] | null };

export interface WorkbenchSearch {
  /** Digest of a stored document, in place of all others. */
  view?: string;
  runs?: string;
  /** Number of runs beyond the limit of a workbench. */
  left?: number;
  query?: string;
  newest?: number;
  zone?: string;
  baseline?: string;
  hidden?: string;
  /** `r-3.2,r-5.4`: entries with their places in the palette. */
  colours?: string;
  /** Key of the factor that entries are grouped by. */
  grouped?: string;
  /** True if entries of one group have one colour. */
  tinted?: true;
  pooled?: false;
  numbers?: Exclude<Numbers, "absolute">;
  linked?: false;
  align?: Exclude<Alignment, "start">;
  range?: string;
  panels?: string;
}

const PANEL_END = "*";
const FIELD_END = ".";
const ESCAPE = "~";
const NO_PANELS = "none";
const OPTION_LETTERS: Record<keyof PanelOptions, string> = {
  interval: "i",
  knee: "k",
  link_limit: "m",
  end_value: "v",
  log: "l",
  ratio: "r",
};

const escaped = (text: string): string => text.replace(/[~*.]/g, (character) => ESCAPE + character);

/** The parts between separators that are not escaped, without their escapes where these are no longer needed. */
function partsOf(text: string, separator: string, isLast: boolean): string[] {
  const parts = [""];
  for (let place = 0; place < text.length; place += 1) {
    const character = text[place] ?? "";
    const last = parts.length - 1;
    if (character === ESCAPE && place + 1 < text.length) {
      place += 1;
      parts[last] += (isLast ? "" : ESCAPE) + (text[place] ?? "");
    } else if (character === separator) parts.push("");
    else parts[last] += character;
  }
  return parts;
}

/** Return the parts that only some kinds of panels have: a phase, an axis or factors. */
function lastParts({ phase, axis, factors }: Panel): readonly string[] {
  if (phase !== null) return [phase];
  return axis === null ? factors : [axis.replaceAll("_", "-")];
}

function readLastParts(chart: string, parts: readonly string[]): object {
  if (isOverTime(chart as ChartKind)) return { phase: parts[0] || null };
  return chart === "sweep" ? { axis: parts[0]?.replaceAll("-", "_") || null } : { factors: parts };
}

/** `p1.queue-depth.iops.0-0-6-9.il.4K random read`: ends that are empty are left out. */
function writePanel(panel: Panel): string {
  const { id, chart, metric, workload, options, x, y, w, h } = panel;
  const changed = OPTION_NAMES.filter((name) => options[name] !== DEFAULT_OPTIONS[name]);
  return [
    id,
    chart.replaceAll("_", "-"),
    metric.replaceAll("_", "-"),
    [x, y, w, h].join("-"),
    changed.map((name) => OPTION_LETTERS[name]).join(""),
    escaped(workload ?? ""),
    ...lastParts(panel).map(escaped),
  ]
    .join(FIELD_END)
    .replace(/(?<!~)\.+$/, "");
}

function readPanelText(text: string): Panel[] {
  const [id, chart = "", metric = "", place = "", letters = "", workload = "", ...last] = partsOf(
    text,
    FIELD_END,
    true,
  );
  const [x, y, w, h] = place.split("-").map(Number);
  const options = Object.fromEntries(
    OPTION_NAMES.map((name) => [name, DEFAULT_OPTIONS[name] !== letters.includes(OPTION_LETTERS[name])]),
  );
  const kind = chart.replaceAll("-", "_");
  const raw = { id, chart: kind, metric: metric.replaceAll("-", "_"), workload: workload || null, options };
  try {
    return [readPanel({ ...raw, ...readLastParts(kind, last), x, y, w, h }, "")];
  } catch {
    return [];
  }
}

export function writePanels(panels: readonly Panel[]): string {
  return panels.length === 0 ? NO_PANELS : panels.map(writePanel).join(PANEL_END);
}

/** The panels of a text, as far as they are understood; null where none is. */
export function readPanels(text: string): Panel[] | null {
  if (text === NO_PANELS) return [];
  const panels = partsOf(text, PANEL_END, false).flatMap(readPanelText).slice(0, MAX_PANELS);
  const unique = panels.filter(({ id }, index) => panels.findIndex((other) => other.id === id) === index);
  return unique.length > 0 ? unique : null;
}

const listed = (runs: readonly string[]): string | undefined => (runs.length > 0 ? runs.join(",") : undefined);

function allIn(text: unknown): string[] {
  const parts = typeof text === "string" ? text.split(",").map((part) => part.trim()) : [];
  return [...new Set(parts.filter((part) => /^[\w-]{1,64}$/.test(part)))];
}

const readList = (text: unknown): string[] => allIn(text).slice(0, MAX_RUNS);

/** Return the number of runs that an address leaves out, now and before; empty if there are none. */
export function readLeft({ runs, left }: Record<string, unknown>): Pick<WorkbenchSearch, "left"> {
  const before = Number.isSafeInteger(left) && Number(left) > 0 ? Number(left) : 0;
  const all = Math.max(0, allIn(runs).length - MAX_RUNS) + before;
  return all > 0 ? { left: all } : {};
}

function readColours(text: unknown): Record<string, number> {
  const parts = typeof text === "string" ? text.split(",") : [];
  const colours = parts.flatMap((part): [string, number][] => {
    const [, key, colour] = /^([\w-]{1,64})\.(\d{1,2})$/.exec(part) ?? [];
    return key !== undefined && Number(colour) <= MAX_COLOUR ? [[key, Number(colour)]] : [];
  });
  return Object.fromEntries(colours.slice(0, MAX_RUNS));
}

const writeColours = (colours: Readonly<Record<string, number>>): string =>
  Object.entries(colours)
    .map(([key, colour]) => `${key}.${colour}`)
    .join(",");

function textIn(value: unknown, longest: number): string | undefined {
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  return typeof text === "string" && text !== "" && text.length <= longest ? text : undefined;
}

export function readSpan(text: unknown): TimeSpan | null {
  const [, from, to] = /^(-?\d{1,15})-(-?\d{1,15})$/.exec(typeof text === "string" ? text : "") ?? [];
  const span = { from: Number(from), to: Number(to) };
  return span.to > span.from ? span : null;
}

export const writeSpan = ({ from, to }: TimeSpan): string => `${from}-${to}`;

/** Check raw search parameters; what is no part of a workbench is dropped. */
export function parseWorkbenchSearch(raw: Record<string, unknown>): WorkbenchSearch {
  if (typeof raw.view === "string" && /^[0-9a-f]{32}$/.test(raw.view)) return { view: raw.view, ...readLeft(raw) };
  return { ...writeWorkbench(readWorkbench(raw as WorkbenchSearch)), ...readLeft(raw) };
}

function readEntries({ runs, query, newest, zone }: WorkbenchSearch): Entries {
  // An empty query finds all runs.
  const queryText = query === "" ? query : textIn(query, 2000);
  const chosen = readList(runs);
  if (chosen.length > 0 || queryText === undefined) return { runs: chosen };
  // The router hands numbers of an address on as they are written.
  const count = Number(newest);
  const isCount = Number.isInteger(count) && count >= 1;
  return {
    query: queryText,
    newest: isCount ? Math.min(count, MAX_RUNS) : DEFAULT_NEWEST,
    time_zone: textIn(zone, 64) ?? DEFAULT_TIME_ZONE,
  };
}

export function readWorkbench(search: WorkbenchSearch): Workbench {
  const panels = textIn(search.panels, 20_000);
  return {
    version: 1,
    entries: readEntries(search),
    baseline: readList(search.baseline)[0] ?? null,
    hidden: readList(search.hidden),
    colours: readColours(search.colours),
    grouped_by: textIn(search.grouped, 300) ?? null,
    group_colours: search.tinted === true,
    pooled: search.pooled !== false,
    numbers: NUMBERS.find((value) => value === search.numbers) ?? EMPTY.numbers,
    linked: search.linked !== false,
    align: ALIGNMENTS.find((value) => value === search.align) ?? EMPTY.align,
    range: readSpan(search.range),
    panels: panels === undefined ? null : readPanels(panels),
  };
}

export function writeWorkbench({ entries, panels, ...view }: Workbench): WorkbenchSearch {
  const chosen =
    "runs" in entries
      ? { runs: listed(entries.runs) }
      : {
          query: entries.query,
          newest: entries.newest === DEFAULT_NEWEST ? undefined : entries.newest,
          zone: entries.time_zone === DEFAULT_TIME_ZONE ? undefined : entries.time_zone,
        };
  return withoutUndefined({
    ...chosen,
    baseline: view.baseline ?? undefined,
    hidden: listed(view.hidden),
    colours: writeColours(view.colours) || undefined,
    grouped: view.grouped_by ?? undefined,
    tinted: view.group_colours || undefined,
    pooled: view.pooled ? undefined : false,
    numbers: view.numbers === "absolute" ? undefined : view.numbers,
    linked: view.linked ? undefined : false,
    align: view.align === "start" ? undefined : view.align,
    range: view.range ? writeSpan(view.range) : undefined,
    panels: panels ? writePanels(panels) : undefined,
  });
}

/** Remove undefined values, so that two equal searches give the same text. */
function withoutUndefined(
  search: { [Key in keyof WorkbenchSearch]: WorkbenchSearch[Key] | undefined },
): WorkbenchSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}
