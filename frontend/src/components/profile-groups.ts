/** The profiles as the gallery groups them. */
import type { Profile } from "@/api/types";
import { shortSpan } from "@/lib/short-times";
import type { Effect, ProfileFacts } from "@/parts/profile-card";
import type { DrawnPhase } from "@/parts/profile-drawing";

export const PROFILE_GROUPS = ["suggested", "snia", "reviews", "mine"] as const;
export type ProfileGroup = (typeof PROFILE_GROUPS)[number];

/** The tabs of the list: those groups, and what was put away. */
export const PROFILE_LISTS = [...PROFILE_GROUPS, "archived"] as const;
export type ProfileListName = (typeof PROFILE_LISTS)[number];

/** Built-in profiles for common questions, in their usual order. */
const SUGGESTED = ["quick-4k", "read-sweep", "steady-4k-write", "snia-iops"];
/** Taken from a specification of SNIA, without a report of it. */
const LIKE_SNIA = new Set(["four-corners", "steady-4k-write"]);

/** Return the group of a profile; suggested ones are in their own group too. */
export function groupOf({ name, origin, report }: Profile): ProfileGroup {
  if (origin === "custom") return "mine";
  if (report || LIKE_SNIA.has(name)) return "snia";
  return SUGGESTED.includes(name) ? "suggested" : "reviews";
}

/** Return the profiles of a group, or those of any group with all words of a search; the chosen one is among them. */
export function profilesIn(
  profiles: readonly Profile[],
  { group, search, chosen }: { group: ProfileGroup; search: string; chosen: Profile | undefined },
): Profile[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = words.length > 0 ? profiles.filter((profile) => hasWords(profile, words)) : listed(profiles, group);
  return chosen && !matches.includes(chosen) && profiles.includes(chosen) ? [chosen, ...matches] : matches;
}

/** Return the profiles of one tab of the list; what a query has found is in all tabs but that of archived ones. */
export function profilesListed(
  profiles: readonly Profile[],
  { list, isFound }: { list: ProfileListName; isFound: boolean },
): Profile[] {
  const own = profiles.filter(({ archived }) => archived === (list === "archived"));
  return isFound || list === "archived" ? own : listed(own, list);
}

function listed(profiles: readonly Profile[], group: ProfileGroup): Profile[] {
  const own = profiles.filter((profile) => groupOf(profile) === group);
  if (group !== "suggested") return own;
  const named = SUGGESTED.flatMap((name) => profiles.find((profile) => profile.name === name) ?? []);
  return [...named, ...own.filter((profile) => !named.includes(profile))];
}

/** Return the profile as its card shows it. */
export function profileFacts(profile: Profile, isOnDrives: boolean): ProfileFacts {
  return {
    title: profile.title,
    line: profile.description.replaceAll("\n", " "),
    time: shortSpan(profile.estimated_seconds),
    effect: effectOn(profile.writes, isOnDrives),
    phases: drawnPhases(profile),
  };
}

/** Return what a load does to its target: writing erases drives. */
export const effectOn = (writes: boolean, isOnDrives: boolean): Effect =>
  writes ? (isOnDrives ? "erases" : "writes") : "reads";

/** Return the group to open with: that of the chosen profile. */
export function firstGroup(chosen: Profile | undefined): ProfileGroup {
  if (!chosen || SUGGESTED.includes(chosen.name)) return "suggested";
  return groupOf(chosen);
}

function hasWords({ name, title, description }: Profile, words: readonly string[]): boolean {
  const text = `${name} ${title} ${description}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function drawnPhases({ shapes = [] }: Pick<Profile, "shapes">): DrawnPhase[] {
  return shapes.map((shape) => ({
    kind: shape.kind,
    seconds: shape.seconds,
    untilSteady: shape.until_steady,
    blockBytes: shape.block_bytes,
    readPercent: shape.read_percent,
    randomPercent: shape.random_percent,
    threads: shape.threads,
    outstanding: shape.outstanding_ios,
    loadPercent: shape.load_percent,
  }));
}

/** Initial profiles of a run without a choice: none of them erases anything. */
const DEFAULTS = { file: "quick-4k", drives: "read-sweep" } as const;

export function defaultProfile(profiles: readonly Profile[], isOnDrives: boolean): Profile | undefined {
  const usual = profiles.find(({ name }) => name === DEFAULTS[isOnDrives ? "drives" : "file"]);
  return usual && isOnDrives && usual.writes ? undefined : usual;
}
