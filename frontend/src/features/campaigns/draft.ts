/** The draft of a campaign: what the address of the form holds. It is read with every address, so it has no words. */
import { ARRAY_STATES, DRIVE_FAILURE_CHOICES, DRIVE_LAYOUTS, MEASURES } from "@/api/campaigns";
import { oneOf, parserOf, readMoment, readPositive, readText, readTrue } from "@/lib/search-fields";

export const OVER_PROVISIONED_PERCENTS = [0, 10, 20, 28] as const;
export const BINDINGS = ["these", "any", "max_count"] as const;
/** The most drives that one configuration can have. */
export const MAX_DRIVES = 64;
/** The most servers that one campaign can be over. */
export const MAX_SERVERS = 20;

export type Binding = (typeof BINDINGS)[number];

const readWhole = (value: unknown) => (Number.isSafeInteger(value) ? readPositive(value) : undefined);

/** Return a reader of those of the known words that a list names, in their own order. */
const someOf =
  <const Word>(allowed: readonly Word[]) =>
  (value: unknown): Word[] | undefined =>
    filled(allowed.filter((word) => Array.isArray(value) && value.includes(word)));

/** Return a reader of lists of objects, each read by a table of its own. */
const listOf =
  <Item extends object>(read: (raw: Record<string, unknown>) => Item | undefined, max?: number) =>
  (value: unknown): Item[] | undefined => {
    const objects = Array.isArray(value) ? value.filter((item) => typeof item === "object" && item !== null) : [];
    return filled(objects.slice(0, max).flatMap((item) => read(item) ?? []));
  };

const parseWorkload = parserOf({
  parameters: readQuantities,
  scale: oneOf(["smoke"]),
  label: readText,
});

function readWorkload(raw: Record<string, unknown>) {
  const profile = readText(raw.profile);
  return profile === undefined ? undefined : { profile, ...parseWorkload(raw) };
}

/** Existing block devices that are measured together: one row. */
export interface DeviceDraft {
  name?: string;
  ids: string[];
}

const readDevice = ({ name, ids }: Record<string, unknown>): DeviceDraft => ({
  name: readText(name),
  ids: readTexts(ids) ?? [],
});

/** Share of one server in a campaign. */
const SHARE = {
  server: readText,
  /** Stable ids of the drives that may be used. */
  drives: readTexts,
  binding: oneOf(["any", "max_count"]),
  binding_count: readWhole,
  devices: listOf(readDevice),
};
const parseShare = parserOf(SHARE);

/** Search parameters as a draft. The draft itself holds the share of the first server. */
export const parseCampaignDraft = parserOf({
  ...SHARE,
  /** The shares of all further servers. */
  more: listOf(parseShare, MAX_SERVERS - 1),
  /** The file layout, with the size of its file. */
  file_bytes: readWhole,
  /** A second place of the file, on another file system, for workloads that copy there. */
  copy_to: readText,
  layouts: someOf(DRIVE_LAYOUTS),
  counts: readCounts,
  over: someOf<number>(OVER_PROVISIONED_PERCENTS),
  /** From how many controllers the drives are taken evenly. */
  controllers: readCounts,
  /** Models of drives that have rows of their own, where there are two or more. */
  models: readTexts,
  /** Combinations that are left out, as `raid5:8:0`. */
  without: readTexts,
  same_set: oneOf([false]),
  states: someOf(ARRAY_STATES),
  workloads: listOf(readWorkload),
  engine: readText,
  conditioning: oneOf(["reuse"]),
  repeats: readWhole,
  /** Maximum variation of every point in percent; repeats go on until it is met. */
  repeat_cv: readPositive,
  priority: (priority) => (priority === 0 ? 0 : readWhole(priority)),
  deadline: readMoment,
  /** Asks unless one of these. */
  on_drive_failure: oneOf(DRIVE_FAILURE_CHOICES.filter((choice) => choice !== "ask")),
  /** Time for people to decide, in seconds; without it the campaign waits for them. */
  decide_after: readWhole,
  decide_with: oneOf(["keep_both", "stop"]),
  accept: someOf(MEASURES),
  /** More of the endurance of the drives than the lab lets one job take unasked. */
  wear: readTrue,
  name: readText,
  note: readText,
});

export type WorkloadDraft = NonNullable<ReturnType<typeof readWorkload>>;
export type ShareDraft = ReturnType<typeof parseShare>;
export type CampaignDraft = ReturnType<typeof parseCampaignDraft>;

function filled<Item>(items: readonly Item[]): Item[] | undefined {
  return items.length > 0 ? [...items] : undefined;
}

function readTexts(value: unknown): string[] | undefined {
  const items = Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
  return filled([...new Set(items)]);
}

function readCounts(value: unknown): number[] | undefined {
  const items = Array.isArray(value)
    ? value.filter((item) => Number.isInteger(item) && item >= 1 && item <= MAX_DRIVES)
    : [];
  return filled([...new Set(items as number[])].sort((one, other) => one - other));
}

function readQuantities(value: unknown): Record<string, number> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value).filter((entry): entry is [string, number] => Number.isFinite(entry[1]));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
