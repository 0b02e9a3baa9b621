/** The request that the draft of a campaign becomes, and what follows from the draft before that. */
import type { CampaignRequest, Profile, Server, ServerShareRequest } from "@/api/types";
import { newCampaign as words } from "@/messages/new-campaign";
import { type Combination, combinationKey, combinationsOf } from "./combinations";
import type { CampaignDraft, DeviceDraft, ShareDraft, WorkloadDraft } from "./draft";

export const DEFAULT_FILE_BYTES = 256 * 1024 * 1024;
export const DEFAULT_PRIORITY = 50;
/** Minimum of repeats for an estimate of their variation. */
export const MIN_REPEATS = 3;
/** Default of the maximum number of repeats, and of their permitted variation. */
export const DEFAULT_LIMIT = 10;
export const DEFAULT_CV_PERCENT = 5;

/** The combinations of a draft that are not left out. */
export function chosenCombinations(draft: CampaignDraft): Combination[] {
  return allCombinations(draft).filter((combination) => !draft.without?.includes(combinationKey(combination)));
}

export function allCombinations(draft: CampaignDraft): Combination[] {
  const { layouts = [], counts = [], over = [0], controllers } = draft;
  return combinationsOf(layouts, counts, over, controllers, splitModels(draft) ?? [null]);
}

/** Return the models with rows of their own; undefined where drives are taken regardless of model. */
export function splitModels({ models = [] }: CampaignDraft): string[] | undefined {
  return models.length > 1 ? models : undefined;
}

/** Return the share of each server, that of the first one first. */
export function sharesOf({ server, drives, binding, binding_count, devices, more = [] }: CampaignDraft): ShareDraft[] {
  return [{ server, drives, binding, binding_count, devices }, ...more];
}

/** The draft with another share of one of its servers. */
export function withShare(draft: CampaignDraft, index: number, share: ShareDraft): Partial<CampaignDraft> {
  return index === 0 ? share : { more: (draft.more ?? []).with(index - 1, share) };
}

/** Return the number of drives available to a configuration on the server that has most; null while it is unknown. */
export function availableDrives(draft: CampaignDraft): number | null {
  const counts = sharesOf(draft).flatMap(({ drives = [], binding, binding_count }) => {
    if (drives.length === 0) return [];
    return [binding && binding_count !== undefined ? Math.min(drives.length, binding_count) : drives.length];
  });
  return counts.length > 0 ? Math.max(...counts) : null;
}

/** The engines that run every workload, in the order of the first. */
export function commonEngines(profiles: readonly Profile[]): string[] {
  const [first, ...others] = profiles;
  return (first?.engines ?? []).filter((engine) => others.every(({ engines }) => engines.includes(engine)));
}

/** Describe the missing choices of ticked layouts without rows, as a sentence; null where each has a row. */
export function missingForLayouts(draft: CampaignDraft): string | null {
  const { layouts = [], counts = [], over = [0], controllers } = draft;
  const rows = chosenCombinations(draft);
  const without = layouts.filter((candidate) => rows.every(({ layout }) => layout !== candidate));
  const names = (without.length > 0 ? without : layouts).map((layout) => words.layoutNames[layout]);
  if (without.length > 0 && counts.length === 0) return words.missing.counts(names);
  if (without.length > 0 && over.length === 0) return words.missing.over(names);
  if (without.length > 0 && controllers?.length === 0) return words.missing.controllers(names);
  if (without.length > 0) return words.missing.rows(names);
  return layouts.length > 0 && !sharesOf(draft).some(hasDrives) ? words.missing.drives(names) : null;
}

export interface KnownWorkload {
  workload: WorkloadDraft;
  profile: Profile;
}

/** Return true if everything on the drives is lost: a file, and drives that are only read, need no confirmation. */
export function writesToDrives(draft: CampaignDraft, workloads: readonly KnownWorkload[]): boolean {
  const combinations = chosenCombinations(draft);
  if (combinations.length === 0) return false;
  const prepared = combinations.some(
    ({ layout, over_provisioned_percent }) => layout !== "jbod" || over_provisioned_percent > 0,
  );
  return prepared || writesAtAll(workloads);
}

/**
 * Return the stable ids of the written devices on one server: its drives, and existing devices where a workload writes.
 */
export function writtenIds(draft: CampaignDraft, share: ShareDraft, workloads: readonly KnownWorkload[]): string[] {
  const devices = writesAtAll(workloads) ? (share.devices ?? []).flatMap(({ ids }) => ids) : [];
  return [...new Set([...(writesToDrives(draft, workloads) ? (share.drives ?? []) : []), ...devices])];
}

function writesAtAll(workloads: readonly KnownWorkload[]): boolean {
  return workloads.some(({ profile }) => profile.writes);
}

/** The workloads of a draft with their profiles; one whose profile the lab does not have is left out. */
export function knownWorkloads(draft: CampaignDraft, profiles: readonly Profile[]): KnownWorkload[] {
  return (draft.workloads ?? []).flatMap((workload) => {
    const profile = profiles.find(({ name }) => name === workload.profile);
    return profile ? [{ workload, profile }] : [];
  });
}

/** A share with the server that it names, and the serial numbers that were typed: they are no part of the draft. */
export interface ChosenShare {
  share: ShareDraft;
  server: Server | undefined;
  serials: string[];
}

/** The request of a draft, or null while something is still to be chosen. */
export function requestOf(
  draft: CampaignDraft,
  chosen: readonly ChosenShare[],
  profiles: readonly Profile[],
): CampaignRequest | null {
  const workloads = knownWorkloads(draft, profiles);
  const engines = commonEngines(workloads.map(({ profile }) => profile));
  const engine = engines.find((candidate) => candidate === draft.engine) ?? engines[0];
  const shares = chosen.map((entry) => shareOf(draft, entry));
  const ready = shares.filter((share) => share !== null);
  const [first] = ready;
  if (!engine || !first || ready.length < shares.length || missingForLayouts(draft) !== null) return null;
  const names = chosen.flatMap(({ server }) => server?.name ?? []);
  const onDrives = chosenCombinations(draft).length > 0 && chosen.some(({ share }) => hasDrives(share));
  return {
    name: draft.name?.trim() || words.unnamed(names),
    note: draft.note ?? "",
    ...(ready.length > 1 ? { servers: ready } : first),
    engine,
    states: onDrives ? (draft.states ?? ["optimal"]) : ["optimal"],
    workloads: workloads.map(({ workload: { parameters = {}, scale, label }, profile }) => ({
      profile: { name: profile.name, parameters: declared(parameters, profile), scale: scale ?? "full" },
      label: label?.trim() || null,
    })),
    conditioning: draft.conditioning ?? "redo",
    repeats: repeatsOf(draft),
    repeat_until: draft.repeat_cv === undefined ? null : { cv_percent: draft.repeat_cv, min_repeats: MIN_REPEATS },
    priority: draft.priority ?? DEFAULT_PRIORITY,
    deadline: draft.deadline ?? null,
    on_drive_failure: draft.on_drive_failure ?? "ask",
    decide_after_seconds: draft.on_drive_failure === undefined ? (draft.decide_after ?? null) : null,
    decide_with: draft.decide_with ?? "redo",
    accept: draft.accept ?? [],
    accept_wear: draft.wear ?? false,
    labels: {},
  };
}

/** Return the number of repeats of each cell: fixed, or the maximum until its runs agree. */
export function repeatsOf({ repeats, repeat_cv }: CampaignDraft): number {
  return repeats ?? (repeat_cv === undefined ? 1 : DEFAULT_LIMIT);
}

function hasDrives({ drives = [] }: ShareDraft): boolean {
  return drives.length > 0;
}

/** Build the request for one server; null while its rows or its drives are not chosen. */
function shareOf(draft: CampaignDraft, { share, server, serials }: ChosenShare): ServerShareRequest | null {
  const combinations = chosenCombinations(draft);
  const devices = (share.devices ?? []).filter(({ ids }) => ids.length > 0);
  const onDrives = combinations.length > 0 && hasDrives(share);
  // Only a server that is measured in another way needs none of the drives that the layouts are made of.
  if (!server || (combinations.length > 0 && !onDrives && devices.length === 0)) return null;
  if (!onDrives && devices.length === 0 && draft.file_bytes === undefined) return null;
  return {
    server_id: server.id,
    drives: onDrives ? { ...drivesOf(share), same_set_preferred: draft.same_set ?? true } : null,
    ...rowsOf(draft, onDrives ? combinations : [], devices),
    confirm_serials: serials,
  };
}

function drivesOf({ binding, binding_count, drives: pool = [] }: ShareDraft) {
  const count = Math.min(binding_count ?? pool.length, pool.length);
  if (binding === "any") return { any: count };
  return binding === "max_count" ? { max_count: count } : { stable_ids: pool };
}

/**
 * Build the axes where every combination is wanted, so that the lab reports impossible ones; otherwise one row for
 * each.
 */
function rowsOf(draft: CampaignDraft, combinations: readonly Combination[], devices: readonly DeviceDraft[]) {
  const { layouts = [], counts = [], over = [0], controllers, file_bytes } = draft;
  const copy_to = draft.copy_to?.trim() || null;
  if (file_bytes === undefined && devices.length === 0 && combinations.length === allCombinations(draft).length) {
    const controller_counts = controllers ?? null;
    return {
      axes: {
        layouts,
        drive_counts: counts,
        over_provisioned_percents: over,
        controller_counts,
        models: splitModels(draft) ?? null,
        chunk_bytes: null,
      },
    };
  }
  const plain = { over_provisioned_percent: 0, size_bytes: null, stable_ids: null } as const;
  const asTheyStand = devices.map(({ name, ids }) => ({
    ...plain,
    layout: "device" as const,
    drives: 1,
    stable_ids: ids,
    name: name?.trim() || null,
  }));
  const rows = combinations.map((combination) => ({ ...plain, ...combination }));
  const file = { ...plain, layout: "file" as const, drives: 1, size_bytes: file_bytes ?? null, copy_to };
  return { configurations: [...(file_bytes === undefined ? [] : [file]), ...asTheyStand, ...rows] };
}

/** Only what this profile declares: a parameter left over from another version would be refused. */
function declared(given: Record<string, number>, profile: Profile): Record<string, number> {
  const names = new Set(profile.parameters.map(({ name }) => name));
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.has(name)));
}
