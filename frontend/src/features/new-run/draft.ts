/** The draft of a job: what the address of the form holds, and the request that it becomes. */
import type { JobRequest, Operation, Profile, Server } from "@/api/types";
import { oneOf, parserOf, readMoment, readPositive, readText } from "@/lib/search-fields";
import { customDocument, parseCustom } from "./custom";

export const DEFAULT_SIZE_BYTES = 256 * 1024 * 1024;
export const DEFAULT_PRIORITY = 50;
/** Fewer repeats do not show their variation. */
export const MIN_REPEATS = 3;
/** Limit of repeatability by default, as a coefficient of variation in percent. */
export const DEFAULT_CV_PERCENT = 5;
/** Maximum number of repeats by default, if only their agreement is required. */
export const DEFAULT_LIMIT = 10;

export const parseJobDraft = parserOf({
  server: readText,
  /** An array is a drive to the lab; the form shows them apart. */
  target: oneOf(["devices", "array"]),
  path: readText,
  size_bytes: readPositive,
  /** Destination for copied files, on another file system. */
  copy_to: readText,
  drives: readTexts,
  /** Steps as in the address; the form parses each one again. */
  preparation: (steps): Operation[] | undefined => (Array.isArray(steps) && steps.length > 0 ? steps : undefined),
  conditioning: oneOf(["reuse"]),
  profile: readText,
  /** A workload of this run alone, in place of a profile. */
  custom: parseCustom,
  /** The newest where none is named. */
  version: readVersion,
  /** Scale of the times: `smoke` shortens each one to seconds. With either word the choice remains visible. */
  scale: oneOf(["smoke", "full"]),
  engine: readText,
  parameters: readNumbers,
  name: readText,
  configuration: readText,
  repeats: readPositive,
  /** Repeat until every point varies by at most this percentage. */
  repeat_cv: readPositive,
  priority: (priority) => (priority === 0 ? 0 : readPositive(priority)),
  on_lost: oneOf(["requeue_once"]),
  /** It starts at this moment at the earliest. */
  start_after: readMoment,
  note: readText,
});
export type JobDraft = ReturnType<typeof parseJobDraft>;

/** Return true if a draft uses drives or arrays, not a file. */
export function isOnDrives({ target }: Pick<JobDraft, "target">): boolean {
  return target !== undefined;
}

export type MissingPart = "server" | "profile" | "drives";

/**
 * Return the missing choices before a draft can become a request. A file needs none, because place and size have
 * defaults.
 */
export function missingOf(
  draft: JobDraft,
  server: Server | undefined,
  profile: Profile | undefined,
): readonly MissingPart[] {
  const missing: MissingPart[] = [];
  if (!server) missing.push("server");
  if (isOnDrives(draft) && (draft.drives ?? []).length === 0) missing.push("drives");
  if (!profile) missing.push("profile");
  return missing;
}

/**
 * The request of a draft, or null while server, profile or drives are still to be chosen. The serial numbers are those
 * that were typed; they and the consent to wear are no part of the draft.
 */
export function requestOf(
  draft: JobDraft,
  server: Server | undefined,
  profile: Profile | undefined,
  confirm_serials: string[] = [],
  accept_wear = false,
): JobRequest | null {
  if (!server || !profile) return null;
  const drives = draft.drives ?? [];
  const onDrives = isOnDrives(draft);
  if (onDrives && drives.length === 0) return null;
  return {
    name: draft.name ?? "",
    labels: {},
    server_id: server.id,
    engine: chosenEngine(draft, profile),
    profile: {
      name: profile.name,
      ...(draft.version === undefined ? {} : { version: draft.version }),
      // Only the lab knows the parameters of an earlier version.
      parameters:
        draft.version === undefined ? knownParameters(draft.parameters ?? {}, profile) : (draft.parameters ?? {}),
      scale: draft.scale ?? "full",
      ...(draft.custom ? { document: customDocument(draft.custom, { fills: !onDrives }) } : {}),
    },
    target: onDrives
      ? { kind: "devices", stable_ids: drives, layout: "parallel" }
      : {
          kind: "file",
          path: draft.path?.trim() || null,
          size_bytes: draft.size_bytes ?? DEFAULT_SIZE_BYTES,
          ...(draft.copy_to?.trim() ? { copy_to: draft.copy_to.trim() } : {}),
        },
    configuration_name: draft.configuration ?? null,
    repeats: draft.repeats ?? (draft.repeat_cv === undefined ? 1 : DEFAULT_LIMIT),
    repeat_until: draft.repeat_cv === undefined ? null : { cv_percent: draft.repeat_cv, min_repeats: MIN_REPEATS },
    accept_wear,
    priority: draft.priority ?? DEFAULT_PRIORITY,
    start_after: draft.start_after ?? null,
    start_before: null,
    on_lost: draft.on_lost ?? "stop",
    preparation: onDrives ? (draft.preparation ?? []) : [],
    conditioning: onDrives ? (draft.conditioning ?? "redo") : "redo",
    confirm_serials,
    note: draft.note ?? "",
  };
}

/**
 * Return true if the target can have a copy target. Only sets of files are copied, but an entered value is never
 * hidden.
 */
export function mayCopy(draft: JobDraft, profile: Profile | undefined): boolean {
  return draft.copy_to !== undefined || (profile !== undefined && chosenEngine(draft, profile) === "files");
}

/** The engine of a draft, where the profile can be run with it; else the first of those it can be run with. */
export function chosenEngine(draft: JobDraft, { engines }: Profile): string {
  return draft.engine && engines.includes(draft.engine) ? draft.engine : (engines[0] ?? "fio");
}

/** Only what this profile declares: a parameter left over from another profile would be refused. */
function knownParameters(given: Record<string, number>, profile: Profile): Record<string, number> {
  const declared = new Set(profile.parameters.map(({ name }) => name));
  return Object.fromEntries(Object.entries(given).filter(([name]) => declared.has(name)));
}

function readVersion(value: unknown): number | undefined {
  const version = readPositive(value);
  return version !== undefined && Number.isInteger(version) && version < 2 ** 31 ? version : undefined;
}

function readTexts(value: unknown): string[] | undefined {
  const items = Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
  return items.length > 0 ? items : undefined;
}

function readNumbers(value: unknown): Record<string, number> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === "number");
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
