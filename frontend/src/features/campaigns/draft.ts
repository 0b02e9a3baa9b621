/** The draft of a campaign: what the address of the form holds. It is read with every address, so it has no words. */
import {
  ARRAY_STATES,
  type ArrayState,
  DRIVE_FAILURE_CHOICES,
  DRIVE_LAYOUTS,
  MEASURES,
  type Measure,
} from "@/api/campaigns";
import type { CampaignRequest } from "@/api/types";
import type { DriveLayout } from "./combinations";

export const OVER_PROVISIONED_PERCENTS = [0, 10, 20, 28] as const;
export const BINDINGS = ["these", "any", "max_count"] as const;
/** The most drives that one configuration can have. */
export const MAX_DRIVES = 64;
/** The most servers that one campaign can be over. */
export const MAX_SERVERS = 20;

export type Binding = (typeof BINDINGS)[number];

export interface WorkloadDraft {
  profile: string;
  parameters?: Record<string, number>;
  scale?: "smoke";
  label?: string;
}

/** Existing block devices that are measured together: one row. */
export interface DeviceDraft {
  name?: string;
  ids: string[];
}

/** Share of one server in a campaign. */
export interface ShareDraft {
  server?: string;
  /** Stable ids of the drives that may be used. */
  drives?: string[];
  binding?: Exclude<Binding, "these">;
  binding_count?: number;
  devices?: DeviceDraft[];
}

/** The draft itself holds the share of the first server. */
export interface CampaignDraft extends ShareDraft {
  /** The shares of all further servers. */
  more?: ShareDraft[];
  /** The file layout, with the size of its file. */
  file_bytes?: number;
  /** A second place of the file, on another file system, for workloads that copy there. */
  copy_to?: string;
  layouts?: DriveLayout[];
  counts?: number[];
  over?: number[];
  /** From how many controllers the drives are taken evenly. */
  controllers?: number[];
  /** Models of drives that have rows of their own, where there are two or more. */
  models?: string[];
  /** Combinations that are left out, as `raid5:8:0`. */
  without?: string[];
  same_set?: false;
  states?: ArrayState[];
  workloads?: WorkloadDraft[];
  engine?: string;
  conditioning?: "reuse";
  repeats?: number;
  /** Maximum variation of every point in percent; repeats go on until it is met. */
  repeat_cv?: number;
  priority?: number;
  /** A moment with its zone. */
  deadline?: string;
  on_drive_failure?: Exclude<CampaignRequest["on_drive_failure"], "ask" | undefined>;
  /** Time for people to decide, in seconds; without it the campaign waits for them. */
  decide_after?: number;
  decide_with?: Exclude<CampaignRequest["decide_with"], "redo" | undefined>;
  accept?: Measure[];
  /** More of the endurance of the drives than the lab lets one job take unasked. */
  wear?: true;
  name?: string;
  note?: string;
}

/** Search parameters as a draft; what is not understood is dropped. */
export function parseCampaignDraft(raw: Record<string, unknown>): CampaignDraft {
  const failure = some(DRIVE_FAILURE_CHOICES, [raw.on_drive_failure])?.[0];
  return {
    ...share(raw),
    more: shares(raw.more),
    file_bytes: whole(raw.file_bytes),
    copy_to: text(raw.copy_to),
    layouts: some(DRIVE_LAYOUTS, raw.layouts),
    counts: numbers(raw.counts, 1, MAX_DRIVES),
    over: some(OVER_PROVISIONED_PERCENTS, raw.over) as number[] | undefined,
    controllers: numbers(raw.controllers, 1, MAX_DRIVES),
    models: texts(raw.models),
    without: texts(raw.without),
    same_set: raw.same_set === false ? false : undefined,
    states: some(ARRAY_STATES, raw.states),
    workloads: workloads(raw.workloads),
    engine: text(raw.engine),
    conditioning: raw.conditioning === "reuse" ? "reuse" : undefined,
    repeats: whole(raw.repeats),
    repeat_cv: typeof raw.repeat_cv === "number" && raw.repeat_cv > 0 ? raw.repeat_cv : undefined,
    priority: raw.priority === 0 ? 0 : whole(raw.priority),
    deadline: moment(raw.deadline),
    on_drive_failure: failure === "ask" ? undefined : failure,
    decide_after: whole(raw.decide_after),
    decide_with: some(["keep_both", "stop"] as const, [raw.decide_with])?.[0],
    accept: some(MEASURES, raw.accept),
    wear: raw.wear === true ? true : undefined,
    name: text(raw.name),
    note: text(raw.note),
  };
}

function share(raw: Record<string, unknown>): ShareDraft {
  return {
    server: text(raw.server),
    drives: texts(raw.drives),
    binding: some(["any", "max_count"] as const, [raw.binding])?.[0],
    binding_count: whole(raw.binding_count),
    devices: devices(raw.devices),
  };
}

function shares(value: unknown): ShareDraft[] | undefined {
  const items = objects(value)
    .slice(0, MAX_SERVERS - 1)
    .map(share);
  return items.length > 0 ? items : undefined;
}

function devices(value: unknown): DeviceDraft[] | undefined {
  const items = objects(value).map(({ name, ids }) => ({ name: text(name), ids: texts(ids) ?? [] }));
  return items.length > 0 ? items : undefined;
}

function objects(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "object" && item !== null) : [];
}

function text(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function texts(value: unknown): string[] | undefined {
  const items = Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
  return items.length > 0 ? [...new Set(items)] : undefined;
}

function whole(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function numbers(value: unknown, min: number, max: number): number[] | undefined {
  const items = Array.isArray(value)
    ? value.filter((item) => Number.isInteger(item) && item >= min && item <= max)
    : [];
  return items.length > 0 ? [...new Set(items as number[])].sort((one, other) => one - other) : undefined;
}

/** Those of the known words that the value names, in their own order. */
function some<Word>(allowed: readonly Word[], value: unknown): Word[] | undefined {
  const items = Array.isArray(value) ? allowed.filter((word) => value.includes(word)) : [];
  return items.length > 0 ? items : undefined;
}

function moment(value: unknown): string | undefined {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

function workloads(value: unknown): WorkloadDraft[] | undefined {
  const items = objects(value).flatMap(({ profile, parameters, scale, label }) => {
    const name = text(profile);
    if (!name) return [];
    return [
      {
        profile: name,
        parameters: quantities(parameters),
        scale: scale === "smoke" ? scale : undefined,
        label: text(label),
      },
    ] satisfies WorkloadDraft[];
  });
  return items.length > 0 ? items : undefined;
}

function quantities(value: unknown): Record<string, number> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value).filter((entry): entry is [string, number] => Number.isFinite(entry[1]));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
