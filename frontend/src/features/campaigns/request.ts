/** The request that the draft of a campaign becomes, and what follows from the draft before that. */
import type { CampaignRequest, Profile, Server } from "@/api/types";
import { newCampaign as words } from "@/messages/campaigns";
import { type Combination, combinationKey, combinationsOf } from "./combinations";
import type { CampaignDraft, WorkloadDraft } from "./draft";

export const DEFAULT_FILE_BYTES = 256 * 1024 * 1024;
export const DEFAULT_PRIORITY = 50;

/** The combinations of a draft that are not left out. */
export function chosenCombinations(draft: CampaignDraft): Combination[] {
  return allCombinations(draft).filter((each) => !draft.without?.includes(combinationKey(each)));
}

function allCombinations({ layouts = [], counts = [], over = [0] }: CampaignDraft): Combination[] {
  return combinationsOf(layouts, counts, over);
}

/** How many drives a configuration can be made of; null while that is not known. */
export function availableDrives({ drives = [], binding, binding_count }: CampaignDraft): number | null {
  if (drives.length === 0) return null;
  return binding && binding_count !== undefined ? Math.min(drives.length, binding_count) : drives.length;
}

/** The engines that run every workload, in the order of the first. */
export function commonEngines(profiles: readonly Profile[]): string[] {
  const [first, ...others] = profiles;
  return (first?.engines ?? []).filter((engine) => others.every(({ engines }) => engines.includes(engine)));
}

export interface KnownWorkload {
  workload: WorkloadDraft;
  profile: Profile;
}

/** Whether everything on the drives is lost: a file, and drives that are only read as they are, need no confirmation. */
export function writesToDrives(draft: CampaignDraft, workloads: readonly KnownWorkload[]): boolean {
  const combinations = chosenCombinations(draft);
  if (combinations.length === 0) return false;
  const prepared = combinations.some(
    ({ layout, over_provisioned_percent }) => layout !== "jbod" || over_provisioned_percent > 0,
  );
  return prepared || workloads.some(({ profile }) => profile.writes);
}

/** The workloads of a draft with their profiles; one whose profile the lab does not have is left out. */
export function knownWorkloads(draft: CampaignDraft, profiles: readonly Profile[]): KnownWorkload[] {
  return (draft.workloads ?? []).flatMap((workload) => {
    const profile = profiles.find(({ name }) => name === workload.profile);
    return profile ? [{ workload, profile }] : [];
  });
}

/**
 * The request of a draft, or null while something is still to be chosen. The serial numbers are those that were typed:
 * they are no part of the draft.
 */
export function requestOf(
  draft: CampaignDraft,
  server: Server | undefined,
  profiles: readonly Profile[],
  confirm_serials: string[] = [],
): CampaignRequest | null {
  const workloads = knownWorkloads(draft, profiles);
  const combinations = chosenCombinations(draft);
  const pool = draft.drives ?? [];
  const ready = combinations.length > 0 ? pool.length > 0 : draft.file_bytes !== undefined;
  const engines = commonEngines(workloads.map(({ profile }) => profile));
  const engine = engines.find((each) => each === draft.engine) ?? engines[0];
  if (!server || !engine || !ready) return null;
  return {
    name: draft.name?.trim() || words.unnamed(server.name),
    note: draft.note ?? "",
    server_id: server.id,
    engine,
    drives: combinations.length > 0 ? { ...drivesOf(draft, pool), same_set_preferred: draft.same_set ?? true } : null,
    ...rowsOf(draft, combinations),
    states: combinations.length > 0 ? (draft.states ?? ["optimal"]) : ["optimal"],
    workloads: workloads.map(({ workload: { parameters = {}, scale, label }, profile }) => ({
      profile: { name: profile.name, parameters: declared(parameters, profile), scale: scale ?? "full" },
      label: label?.trim() || null,
    })),
    conditioning: draft.conditioning ?? "redo",
    repeats: draft.repeats ?? 1,
    priority: draft.priority ?? DEFAULT_PRIORITY,
    deadline: draft.deadline ?? null,
    on_drive_failure: draft.on_drive_failure ?? "ask",
    confirm_serials,
    accept: draft.accept ?? [],
    accept_wear: draft.wear ?? false,
    labels: {},
  };
}

function drivesOf({ binding, binding_count }: CampaignDraft, pool: string[]) {
  const count = Math.min(binding_count ?? pool.length, pool.length);
  if (binding === "any") return { any: count };
  return binding === "count_at_most" ? { count_at_most: count } : { stable_ids: pool };
}

/** The axes where every combination is wanted, so that the lab says what cannot be; else one row for each. */
function rowsOf(draft: CampaignDraft, combinations: readonly Combination[]) {
  const { layouts = [], counts = [], over = [0], file_bytes } = draft;
  if (file_bytes === undefined && combinations.length === layouts.length * counts.length * over.length) {
    return { axes: { layouts, drive_counts: counts, over_provisioned_percents: over, chunk_bytes: null } };
  }
  const file = { layout: "file", drives: 1, size_bytes: file_bytes ?? null, over_provisioned_percent: 0 } as const;
  const rows = combinations.map((combination) => ({ ...combination, size_bytes: null }));
  return { configurations: file_bytes === undefined ? rows : [file, ...rows] };
}

/** Only what this profile declares: a parameter left over from another version would be refused. */
function declared(given: Record<string, number>, profile: Profile): Record<string, number> {
  const names = new Set(profile.parameters.map(({ name }) => name));
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.has(name)));
}
