/** The workbench document: what is compared, how it is seen, and which panels draw it. Pages, REST and dashboards share it. */
import type { WorkbenchDocument as SentDocument } from "@/api/types";
import { METRICS, type MetricName, TIME_METRICS, type TimeMetricName } from "@/lib/metrics";
import { MAX_RUNS } from "@/lib/run-list";
import { workbench } from "@/messages/workbench";
import type { Numbers } from "../changes";
import { CHART_KINDS, type ChartKind } from "../registry";
import { SWEEP_AXES, type SweepAxis } from "../sweeps/axis-names";

const words = workbench.problems;

export const NUMBERS = ["absolute", "relative", "ratio"] as const satisfies readonly Numbers[];
/** Start of time in charts over time. */
export const ALIGNMENTS = ["start", "phase", "steady"] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

type SentPanel = SentDocument["panels"][number];
/** Those of telemetry too, which exist over time only. */
const SENT_METRICS = Object.keys(TIME_METRICS) as TimeMetricName[];

export const DEFAULT_OPTIONS = {
  interval: true,
  knee: true,
  link_limit: false,
  end_value: true,
  log: false,
  /** Percentiles as ratios to the baseline. */
  ratio: false,
};
export type PanelOptions = typeof DEFAULT_OPTIONS;
export const OPTION_NAMES = Object.keys(DEFAULT_OPTIONS) as (keyof PanelOptions)[];

/** A place on a grid of twelve columns; both sizes are counted in its units. */
export interface Place {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Panel extends Place {
  id: string;
  chart: ChartKind;
  metric: TimeMetricName;
  /** Null for all of them, or for the one that the data suggest. */
  workload: string | null;
  /** Kind or name of the phases that a chart over time draws; null for the whole run. */
  phase: string | null;
  /** Rows and columns of a heat map. */
  factors: readonly string[];
  /** Axis of a sweep; null for the axis that the data suggest. */
  axis: SweepAxis | null;
  options: PanelOptions;
}

/** Panel of results; telemetry panels are excluded. */
export type ResultPanel = Panel & { metric: MetricName };

/** The panel as one of results: readers of documents refuse telemetry where a chart is not over time. */
export const ofResults = (panel: Panel): ResultPanel => panel as ResultPanel;

/** The stretch of time that is looked at, in ms from where each run is aligned. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** Chosen runs, or the newest that a query finds. */
export type QueryEntries = { query: string; newest: number; time_zone: string };
export type Entries = { runs: readonly string[] } | QueryEntries;

export interface WorkbenchDocument {
  version: 1;
  entries: Entries;
  /** Number of the run that others are compared with; null for the first. */
  baseline: string | null;
  hidden: readonly string[];
  /** Places of entries in the palette by their keys; the others have the first that are free. */
  colours: Readonly<Record<string, number>>;
  /** Key of the factor by whose values entries are ordered; null for none. */
  grouped_by: string | null;
  /** True if entries of one group have one colour. */
  group_colours: boolean;
  pooled: boolean;
  numbers: Numbers;
  /** True if charts show the position of the pointer in another chart. */
  linked: boolean;
  align: Alignment;
  range: TimeSpan | null;
  panels: readonly Panel[];
}

export const COLUMNS = 12;
export const MAX_PANELS = 24;
export const MAX_ROWS = 24;
export const DEFAULT_NEWEST = 20;
export const DEFAULT_TIME_ZONE = "UTC";
const MAX_PLACE = 1000;
const MAX_CHARACTERS = { id: 16, query: 2000, name: 300, zone: 64 } as const;
const ID = /^[a-z0-9]{1,16}$/;
const RUN = /^r-[1-9]\d{0,17}$/;
/** Characters that no line of text contains, and invisible characters. */
const CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
const UNSEEN = /^[\p{Cf}\p{Zs}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]*$/u;

export const EMPTY: WorkbenchDocument = {
  version: 1,
  entries: { runs: [] },
  baseline: null,
  hidden: [],
  colours: {},
  grouped_by: null,
  group_colours: false,
  pooled: true,
  numbers: "absolute",
  linked: true,
  align: "start",
  range: null,
  panels: [],
};

/** A document that cannot be read: `place` is the path of what is wrong in it. */
export class DocumentProblem extends Error {
  constructor(
    readonly place: string,
    text: string,
  ) {
    super(place ? words.at(place, text) : text);
  }
}

type Fields = Record<string, unknown>;

function fieldsOf(raw: unknown, place: string, allowed: readonly string[]): Fields {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) throw new DocumentProblem(place, words.object);
  const other = Object.keys(raw).find((key) => !allowed.includes(key));
  if (other !== undefined) throw new DocumentProblem(inside(place, other), words.unknownField(allowed.join(", ")));
  return raw as Fields;
}

const inside = (place: string, key: string | number): string => (place === "" ? String(key) : `${place}.${key}`);

/** The value of a field, or its default where it is absent. */
function optional<Value>(fields: Fields, key: string, usual: Value, read: (raw: unknown) => Value): Value {
  return fields[key] === undefined ? usual : read(fields[key]);
}

function readWhole(raw: unknown, place: string, [low, high]: readonly [number, number]): number {
  if (typeof raw !== "number" || !Number.isInteger(raw) || raw < low || raw > high) {
    throw new DocumentProblem(place, words.whole(low, high));
  }
  return raw;
}

function readBoolean(raw: unknown, place: string): boolean {
  if (typeof raw !== "boolean") throw new DocumentProblem(place, words.boolean);
  return raw;
}

function readOneOf<Value extends string>(raw: unknown, place: string, values: readonly Value[]): Value {
  const match = values.find((value) => value === raw);
  if (match === undefined) throw new DocumentProblem(place, words.oneOf(values.join(", ")));
  return match;
}

const isWithin = (text: string, longest: number): boolean => [...text].length <= longest;

/** Read one line without space at its ends; a line of invisible characters is empty. */
function readLine(raw: unknown, place: string, longest: number): string {
  const line = typeof raw === "string" ? raw.trim().normalize("NFC") : null;
  if (line === null || CONTROLS.test(line) || !isWithin(line, longest)) {
    throw new DocumentProblem(place, words.text(longest));
  }
  return UNSEEN.test(line) ? "" : line;
}

function readName(raw: unknown, place: string): string {
  const name = readLine(raw, place, MAX_CHARACTERS.name);
  if (name === "") throw new DocumentProblem(place, words.blank);
  return name;
}

function readZone(raw: unknown): string {
  const [place, longest] = ["entries.time_zone", MAX_CHARACTERS.zone];
  if (typeof raw !== "string" || !isWithin(raw, longest)) throw new DocumentProblem(place, words.text(longest));
  return raw;
}

function readList(raw: unknown, place: string, longest: number): unknown[] {
  if (!Array.isArray(raw) || raw.length > longest) throw new DocumentProblem(place, words.list(longest));
  return raw;
}

function readRun(raw: unknown, place: string): string {
  if (typeof raw !== "string" || !RUN.test(raw)) throw new DocumentProblem(place, words.run);
  return raw;
}

function requireUnique(values: readonly string[], placeOf: (index: number) => string): void {
  const twice = values.findIndex((value, index) => values.indexOf(value) < index);
  if (twice >= 0) throw new DocumentProblem(placeOf(twice), words.twice);
}

function readRuns(raw: unknown, place: string): string[] {
  const runs = readList(raw, place, MAX_RUNS).map((run, index) => readRun(run, inside(place, index)));
  requireUnique(runs, (index) => inside(place, index));
  return runs;
}

export const MAX_COLOUR = MAX_RUNS - 1;

function readColours(raw: unknown): Record<string, number> {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) throw new DocumentProblem("colours", words.object);
  const colours = Object.entries(raw);
  if (colours.length > MAX_RUNS) throw new DocumentProblem("colours", words.list(MAX_RUNS));
  return Object.fromEntries(
    colours.map(([run, colour]) => {
      const place = inside("colours", run);
      return [readRun(run, place), readWhole(colour, place, [0, MAX_COLOUR])];
    }),
  );
}

function readEntries(raw: unknown): Entries {
  const isOf = (key: string) => typeof raw === "object" && raw !== null && key in raw;
  if (!isOf("query")) {
    if (!isOf("runs")) throw new DocumentProblem("entries", words.runsOrQuery);
    return { runs: readRuns(fieldsOf(raw, "entries", ["runs"]).runs, "entries.runs") };
  }
  const fields = fieldsOf(raw, "entries", ["query", "newest", "time_zone"]);
  return {
    query: readLine(fields.query, "entries.query", MAX_CHARACTERS.query),
    newest: optional(fields, "newest", DEFAULT_NEWEST, (value) => readWhole(value, "entries.newest", [1, MAX_RUNS])),
    time_zone: optional(fields, "time_zone", DEFAULT_TIME_ZONE, readZone),
  };
}

const MOMENTS = [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const;

function readRange(raw: unknown): TimeSpan | null {
  if (raw === null) return null;
  const { from, to } = fieldsOf(raw, "range", ["from", "to"]);
  const span = {
    from: readWhole(from, "range.from", MOMENTS),
    to: readWhole(to, "range.to", MOMENTS),
  };
  if (span.to <= span.from) throw new DocumentProblem("range.to", words.order);
  return span;
}

function readOptions(raw: unknown, place: string): PanelOptions {
  const fields = fieldsOf(raw, place, OPTION_NAMES);
  const read = (name: keyof PanelOptions) =>
    optional(fields, name, DEFAULT_OPTIONS[name], (value) => readBoolean(value, inside(place, name)));
  return Object.fromEntries(OPTION_NAMES.map((name) => [name, read(name)])) as PanelOptions;
}

export const isOverTime = (chart: ChartKind): boolean => chart === "over_time" || chart === "multiples";

const PANEL_FIELDS = ["id", "chart", "metric", "workload", "phase", "factors", "axis", "options", "x", "y", "w", "h"];

const nullable = (read: (raw: unknown) => string) => (raw: unknown) => (raw === null ? null : read(raw));

function readFactors(raw: unknown, place: string): string[] {
  const factors = readList(raw, place, 2).map((factor, index) => readName(factor, inside(place, index)));
  requireUnique(factors, (index) => inside(place, index));
  return factors;
}

/** Read one panel; `place` is its path in the document. */
export function readPanel(raw: unknown, place: string): SentPanel {
  const fields = fieldsOf(raw, place, PANEL_FIELDS);
  const at = (key: string) => inside(place, key);
  const id = fields.id;
  if (typeof id !== "string" || !ID.test(id)) throw new DocumentProblem(at("id"), words.id);
  const chart = readOneOf(fields.chart, at("chart"), CHART_KINDS);
  const metric = optional(fields, "metric", "iops", (value) => readOneOf(value, at("metric"), SENT_METRICS));
  if (!(metric in METRICS) && !isOverTime(chart)) throw new DocumentProblem(at("metric"), words.overTime);
  const readNamed = (key: string) =>
    optional(
      fields,
      key,
      null,
      nullable((value) => readName(value, at(key))),
    );
  const phase = readNamed("phase");
  if (phase !== null && !isOverTime(chart)) throw new DocumentProblem(at("phase"), words.noPhase);
  const factors = optional(fields, "factors", [], (value) => readFactors(value, at("factors")));
  if (factors.length > 0 && chart !== "heat_map") throw new DocumentProblem(at("factors"), words.noFactors);
  const axis = optional(fields, "axis", null, (value) =>
    value === null ? null : readOneOf(value, at("axis"), SWEEP_AXES),
  );
  if (axis !== null && chart !== "sweep") throw new DocumentProblem(at("axis"), words.noAxis);
  const x = readWhole(fields.x, at("x"), [0, COLUMNS - 1]);
  return {
    id,
    chart,
    metric,
    workload: readNamed("workload"),
    phase,
    factors,
    axis,
    options: optional(fields, "options", DEFAULT_OPTIONS, (value) => readOptions(value, at("options"))),
    x,
    y: readWhole(fields.y, at("y"), [0, MAX_PLACE]),
    w: readWhole(fields.w, at("w"), [1, COLUMNS - x]),
    h: readWhole(fields.h, at("h"), [1, MAX_ROWS]),
  };
}

function readPanels(raw: unknown): SentPanel[] {
  const panels = readList(raw, "panels", MAX_PANELS).map((panel, index) => readPanel(panel, `panels.${index}`));
  requireUnique(
    panels.map(({ id }) => id),
    (index) => `panels.${index}.id`,
  );
  return panels;
}

const DOCUMENT_FIELDS = Object.keys(EMPTY);

/** Read a document as the lab does. Raises DocumentProblem with the place of the first thing that is wrong. */
export function readDocument(raw: unknown) {
  const fields = fieldsOf(raw, "", DOCUMENT_FIELDS);
  if (fields.version !== 1) throw new DocumentProblem("version", words.version);
  return {
    version: 1,
    entries: readEntries(fields.entries),
    baseline: optional(fields, "baseline", EMPTY.baseline, (value) =>
      value === null ? null : readRun(value, "baseline"),
    ),
    hidden: optional(fields, "hidden", EMPTY.hidden, (value) => readRuns(value, "hidden")),
    colours: optional(fields, "colours", EMPTY.colours, readColours),
    grouped_by: optional(
      fields,
      "grouped_by",
      EMPTY.grouped_by,
      nullable((value) => readName(value, "grouped_by")),
    ),
    group_colours: optional(fields, "group_colours", EMPTY.group_colours, (value) =>
      readBoolean(value, "group_colours"),
    ),
    pooled: optional(fields, "pooled", EMPTY.pooled, (value) => readBoolean(value, "pooled")),
    numbers: optional(fields, "numbers", EMPTY.numbers, (value) => readOneOf(value, "numbers", NUMBERS)),
    linked: optional(fields, "linked", EMPTY.linked, (value) => readBoolean(value, "linked")),
    align: optional(fields, "align", EMPTY.align, (value) => readOneOf(value, "align", ALIGNMENTS)),
    range: optional(fields, "range", EMPTY.range, readRange),
    panels: optional(fields, "panels", [], readPanels),
  };
}

/** A document as the lab takes it, which changes none of its lists. */
export const sentDocument = (document: WorkbenchDocument) => document as SentDocument;
