/** Profiles: the catalogue and those of this lab, in their versions; and what a text would come to. */
import { queryOptions } from "@tanstack/react-query";
import { readerZone } from "@/lib/time-zone";
import { type Api, body } from "./client";
import type {
  CheckedProfile,
  NewProfile,
  NewProfileVersion,
  Page,
  Profile,
  ProfileDetail,
  ProfileDiff,
  ProfileUse,
  ProfileValidationCreate,
  ReadJobFile,
} from "./types";

export const profilesKey = ["profiles"] as const;

/** Every profile that a job can begin with, or those that a query finds; with `archived` the others too. */
export const profilesQuery = (api: Api, { archived, q }: { archived?: true; q?: string | undefined } = {}) =>
  queryOptions({
    queryKey: [...profilesKey, "all", archived, q],
    queryFn: async ({ signal }): Promise<Page<Profile>> => {
      const items: Profile[] = [];
      let cursor: string | undefined;
      do {
        const query = { archived, q, time_zone: q && readerZone(), cursor };
        const page: Page<Profile> = await body(api.GET("/api/v1/profiles", { params: { query }, signal }));
        items.push(...page.items);
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      return { items, next_cursor: null };
    },
    staleTime: 60_000,
  });

/** Read the outcomes of the runs of a profile, and its users. */
export const profileUseQuery = (api: Api, name: string) =>
  queryOptions({
    queryKey: [...profilesKey, "use", name],
    queryFn: ({ signal }): Promise<ProfileUse> =>
      body(api.GET("/api/v1/profiles/{name}/use", { params: { path: { name } }, signal })),
  });

export const profileQuery = (api: Api, name: string, version?: number) =>
  queryOptions({
    queryKey: [...profilesKey, "one", name, version],
    queryFn: ({ signal }): Promise<ProfileDetail> => readProfile(api, name, version, signal),
  });

/** Read a profile for an edit. It is read again each time, so that no edit starts from an old version by accident. */
export const profileToEditQuery = (api: Api, name: string, version?: number) =>
  queryOptions({
    queryKey: [...profilesKey, "edit", name, version],
    queryFn: ({ signal }): Promise<ProfileDetail> => readProfile(api, name, version, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

function readProfile(api: Api, name: string, version: number | undefined, signal: AbortSignal) {
  return body(api.GET("/api/v1/profiles/{name}", { params: { path: { name }, query: { version } }, signal }));
}

/** Read the differences between two versions. Versions never change, so the answer does not either. */
export const profileDiffQuery = (api: Api, name: string, a: number, b: number) =>
  queryOptions({
    queryKey: [...profilesKey, "diff", name, a, b],
    queryFn: ({ signal }): Promise<ProfileDiff> =>
      body(api.GET("/api/v1/profiles/{name}/diff", { params: { path: { name }, query: { a, b } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Return true if two checks differ only in their text. */
function isAlike(before: unknown, { text: _, ...others }: ProfileValidationCreate): boolean {
  if (typeof before !== "object" || before === null) return false;
  return Object.entries(others).every(([name, value]) => (before as Record<string, unknown>)[name] === value);
}

/** Check a profile text and return its result; nothing is stored. */
export const profileCheckQuery = (api: Api, check: ProfileValidationCreate) =>
  queryOptions({
    queryKey: ["profile-check", check],
    queryFn: ({ signal }): Promise<CheckedProfile> =>
      body(api.POST("/api/v1/profiles/validate", { body: check, signal })),
    // While the user types, the answer for the previous text remains; one for another target or engine does not.
    placeholderData: (before, query) => (isAlike(query?.queryKey[1], check) ? before : undefined),
    staleTime: 60_000,
    gcTime: 60_000,
  });

/** Read a job file of a tool without running it. */
export function readJobFile(api: Api, engine: "fio" | "vdbench", text: string): Promise<ReadJobFile> {
  return body(api.POST("/api/v1/profiles/from-job-file", { body: { engine, text } }));
}

/** The same key makes the same profile once, however often it is sent. */
export function createProfile(api: Api, profile: NewProfile, key: string): Promise<ProfileDetail> {
  return body(api.POST("/api/v1/profiles", { body: profile, headers: { "Idempotency-Key": key } }));
}

export function saveProfileVersion(
  api: Api,
  name: string,
  version: NewProfileVersion,
  key: string,
): Promise<ProfileDetail> {
  return body(
    api.POST("/api/v1/profiles/{name}/versions", {
      params: { path: { name } },
      body: version,
      headers: { "Idempotency-Key": key },
    }),
  );
}

export function archiveProfile(api: Api, name: string, archived: boolean): Promise<ProfileDetail> {
  return body(api.PATCH("/api/v1/profiles/{name}", { params: { path: { name } }, body: { archived } }));
}
