/** A workload of one run: lists of sizes, mixes, threads and depths, and the profile that they come to. */
import type { JobRequest, Profile } from "@/api/types";
import { newRun } from "@/messages/new-run";

type Document = NonNullable<JobRequest["profile"]["document"]>;

/** As typed; what is left out has its default. */
export interface CustomWorkload {
  /** "4k, 8k", "512..8m". */
  block_sizes?: string;
  /** Percent of reads: "100", "100, 70, 0", "0..100". */
  read?: string;
  /** Percent of random requests. */
  random?: string;
  threads?: string;
  /** Queue depths: "1..256". */
  depths?: string;
  /** Per point. */
  seconds?: number;
}

export type CustomList = Exclude<keyof CustomWorkload, "seconds">;

export const CUSTOM_LISTS = ["block_sizes", "read", "random", "threads", "depths"] as const;

/** Reads only, so that a workload which was just begun changes nothing. */
export const CUSTOM_DEFAULTS: Required<CustomWorkload> = {
  block_sizes: "4k",
  read: "100",
  random: "100",
  threads: "1",
  depths: "1..32",
  seconds: 30,
};

/** Names of the lists in a profile. The order is that of the points, and the one a database returns them in. */
const AXES = {
  read: "read",
  random: "random",
  threads: "threads",
  block_sizes: "block_size",
  depths: "queue_depth",
} as const satisfies Record<CustomList, string>;
const AXIS_LISTS = Object.keys(AXES) as CustomList[];

/** A list that goes on without a step doubles, or takes steps where it is percentages. */
const STEPS: Record<CustomList, string> = {
  read: "+10",
  random: "+10",
  threads: "x2",
  block_sizes: "x2",
  depths: "x2",
};
const UNSTEPPED = /^\s*([^\s,]+?)\s*\.\.\s*([^\s,]+?)\s*$/;

const RAMP_SECONDS = 5;
const NAME_PREFIX = "adhoc-";

export function parseCustom(raw: unknown): CustomWorkload | undefined {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return undefined;
  const given = raw as Record<string, unknown>;
  const custom: CustomWorkload = {};
  for (const list of CUSTOM_LISTS) {
    const value = given[list];
    if (typeof value === "string" || typeof value === "number") custom[list] = String(value);
  }
  if (typeof given.seconds === "number" && given.seconds > 0) custom.seconds = given.seconds;
  return custom;
}

/** Return the list with the step that it leaves out: "1..256 x2", "100..0 -10". */
export function steppedList(list: CustomList, text: string): string {
  const progression = UNSTEPPED.exec(text);
  if (!progression) return text.trim();
  const [, first = "", last = ""] = progression;
  const isFalling = STEPS[list].startsWith("+") && Number(first) > Number(last);
  return `${first}..${last} ${isFalling ? STEPS[list].replace("+", "-") : STEPS[list]}`;
}

/** Leave out a step that `steppedList` adds again. */
function unsteppedList(list: CustomList, text: string): string {
  const short = text.replace(/ \S+$/, "");
  return steppedList(list, short) === text ? short : text;
}

const isList = (text: string): boolean => text.includes(",") || text.includes("..");

/** Return the whole profile of a workload; with `fills` the target is written once before it, as a new file has no data. */
export function customDocument(custom: CustomWorkload, { fills }: { fills: boolean }): Document {
  const given = { ...CUSTOM_DEFAULTS, ...custom };
  const lists = AXIS_LISTS.map((list) => [AXES[list], steppedList(list, given[list])] as const);
  const swept = lists.filter(([, text]) => isList(text));
  const single = lists.filter(([, text]) => !isList(text));
  const phases = [
    ...(fills ? [FILL] : []),
    {
      name: phaseName(given),
      kind: "measure",
      group: newRun.custom.group,
      workload: Object.fromEntries(single),
      ...(swept.length > 0 ? { sweep: Object.fromEntries(swept) } : {}),
      ramp: RAMP_SECONDS,
      stop: { kind: "time", seconds: given.seconds },
    },
  ];
  return {
    name: `${NAME_PREFIX}${hashOf(JSON.stringify(phases))}`,
    version: 1,
    title: customTitle(custom),
    description: newRun.custom.description,
    phases,
  };
}

const FILL = {
  name: "Fill",
  kind: "fill",
  workload: { block_size: "128k", read: 0, random: 0, threads: 1, queue_depth: 16 },
  stop: { kind: "volume", passes: 1 },
} as const;

/** Return the workload of a document that `customDocument` made; null for any other. */
export function readCustom(document: Document): CustomWorkload | null {
  const phases = Array.isArray(document.phases) ? document.phases : [];
  const measured = phases.filter((phase) => phase?.kind === "measure");
  const [phase] = measured;
  if (measured.length !== 1 || typeof phase?.stop?.seconds !== "number") return null;
  const values = { ...phase.workload, ...phase.sweep };
  const custom: CustomWorkload = { seconds: phase.stop.seconds };
  for (const list of AXIS_LISTS) {
    const value = values[AXES[list]];
    if (typeof value !== "string") return null;
    custom[list] = unsteppedList(list, value);
  }
  const made = [true, false].map((fills) => customDocument(custom, { fills }).name);
  return made.includes(String(document.name)) ? custom : null;
}

/** Return a name for people: "4k random read, QD 1..32". */
export function customTitle(custom: CustomWorkload): string {
  const { block_sizes, read, random, threads, depths } = { ...CUSTOM_DEFAULTS, ...custom };
  return newRun.custom.title(block_sizes, accessOf(random), mixOf(read), depths, threads);
}

function phaseName({ block_sizes, read, random, threads, depths }: Required<CustomWorkload>): string {
  const size = isList(block_sizes) ? "{block_size}" : block_sizes.trim().toUpperCase();
  const mix = isList(read) ? "{read}/{write}" : mixOf(read);
  const access = isList(random) ? "{random} % random" : accessOf(random);
  const thread = isList(threads) ? "{threads}" : threads.trim();
  const depth = isList(depths) ? "{queue_depth}" : depths.trim();
  return thread === "1" ? `${size} ${access} ${mix} QD${depth}` : `${size} ${access} ${mix} ${thread}T/${depth}Q`;
}

function mixOf(read: string): string {
  if (isList(read)) return newRun.custom.mixes(read.trim());
  if (read.trim() === "100") return newRun.custom.reads;
  return read.trim() === "0" ? newRun.custom.writes : newRun.custom.mix(read.trim());
}

function accessOf(random: string): string {
  if (random.trim() === "100") return newRun.custom.isRandom;
  return random.trim() === "0" ? newRun.custom.sequential : newRun.custom.partlyRandom(random.trim());
}

/** FNV-1a, as eight digits: the same content has the same name. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of new TextEncoder().encode(text)) hash = Math.imul(hash ^ character, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** Return the workload as a profile of lists and cards; what a list comes to is known once the lab has planned it. */
export function customProfile(custom: CustomWorkload, { fills }: { fills: boolean }): Profile {
  const { name, title } = customDocument(custom, { fills }) as { name: string; title: string };
  const read = custom.read ?? CUSTOM_DEFAULTS.read;
  return {
    name,
    version: 1,
    title,
    description: newRun.custom.description,
    source: "",
    engines: ["fio", "vdbench"],
    writes: fills || read.trim() !== "100",
    parameters: [],
    phase_count: 0,
    estimated_seconds: 0,
    max_seconds: 0,
    origin: "custom",
    latest_version: 1,
    archived: false,
    problem: null,
    owner: null,
    based_on: null,
    note: "",
    created_at: null,
    created_by: null,
    report: null,
    purge: false,
  };
}

const PLACE = /^profile\.document\.phases\.\d+\.(?:workload|sweep|stop)\.(\w+)/;

/** Return the field of the form for a place in the document of a workload. */
export function customField(path: string): keyof CustomWorkload | null {
  const key = PLACE.exec(path)?.[1];
  if (key === "seconds") return "seconds";
  return AXIS_LISTS.find((list) => AXES[list] === key) ?? null;
}
