/**
 * Content of the palette for some words: pages, profiles and commands at once, the rest after the answer of the lab.
 */
import { IconCommand, IconFilter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { endedJobsQuery, matchesQuery } from "@/api/fields";
import { usePermissions } from "@/api/permissions";
import { profilesQuery } from "@/api/profiles";
import { searchQuery } from "@/api/search";
import type { HitGroup, QueryMatches } from "@/api/types";
import { pageShortcuts } from "@/components/use-shortcuts";
import { palette as words } from "@/messages/palette";
import { queries } from "@/messages/queries";
import { type Command, useCommands } from "./commands";
import { setKeyMapOpen } from "./key-map";
import { type PaletteEntry, staticPages } from "./palette-entries";
import { entriesOf, profileEntries } from "./palette-hits";
import { rank } from "./palette-ranking";
import { readRecentThings } from "./recent-things";
import { type PageSection, SECTION_ICONS, sectionAt } from "./sections";

export interface ShownGroup {
  key: string;
  title: string;
  entries: readonly PaletteEntry[];
}

export interface PaletteGroups {
  groups: readonly ShownGroup[];
  /** Opens the list of runs with the words. */
  allRuns: PaletteEntry | null;
  isPending: boolean;
  failed: boolean;
}

const NO_HITS: readonly HitGroup[] = [];
/** A field with its operator; only then a text is a query. */
const HAS_CONDITION = /[^\W\d_][\w./-]*(?::|\s*[<>])/u;
/** The addresses of lists that take queries. */
const LIST_PATHS: Partial<Record<QueryMatches["items"][number]["list"], readonly [path: string, PageSection]>> = {
  runs: ["/runs", "runs"],
  servers: ["/servers", "servers"],
  drives: ["/drives", "drives"],
  arrays: ["/arrays", "arrays"],
  controllers: ["/servers/controllers", "servers"],
  configurations: ["/configurations", "configurations"],
  campaigns: ["/campaigns", "campaigns"],
  profiles: ["/profiles", "profiles"],
  dashboards: ["/dashboards", "dashboards"],
  models: ["/servers/models", "servers"],
  changes: ["/servers/changes", "servers"],
  findings: ["/findings", "runs"],
};

/** Return the groups of the palette. `q` is the typed text, `settled` the text sent to the lab. */
export function usePaletteGroups(q: string, settled: string): PaletteGroups {
  const api = useApi();
  const isCommands = q.startsWith(">");
  const searched = isCommands || q === "" ? "" : settled;
  const { data, error, isPlaceholderData, isFetching } = useQuery(searchQuery(api, searched));
  const isQuery = !isCommands && HAS_CONDITION.test(settled);
  const { data: matches } = useQuery({ ...matchesQuery(api, settled), enabled: isQuery });
  const jobCount = matches?.items.find(({ list }) => list === "jobs")?.count ?? 0;
  const { data: endedCount } = useQuery({ ...endedJobsQuery(api, settled), enabled: isQuery && jobCount > 0 });
  const { data: profiles } = useQuery(profilesQuery(api));
  const permissions = usePermissions();
  const commands = useCommands(() => setKeyMapOpen(true)).map(commandEntry);
  const isPending = searched !== q && !isCommands ? q !== "" : searched !== "" && isFetching;

  if (isCommands) {
    const listed = [...pageCommands(), ...commands];
    const typed = q.slice(1).trim();
    const matching = typed === "" ? listed : rank(listed, typed).flatMap(({ entries }) => entries);
    return { groups: shown("do", matching), allRuns: null, isPending: false, failed: false };
  }
  if (q === "") {
    const things = readRecentThings().map(recentEntry);
    const groups = [...shown("recent", things), ...shown("do", [...pageCommands(), ...commands])];
    return { groups, allRuns: null, isPending: false, failed: false };
  }
  const answered = searched === "" ? NO_HITS : (data?.groups ?? NO_HITS);
  const hits = entriesOf(answered, new Date());
  const isFound = new Set(isPlaceholderData || searched !== q ? [] : hits.map(({ id }) => id));
  const byId = new Map<string, PaletteEntry>();
  for (const entry of [...staticPages(permissions), ...profileEntries(profiles?.items ?? []), ...hits, ...commands])
    if (!byId.has(entry.id)) byId.set(entry.id, entry);
  const count = isFound.size > 0 || !isPending ? runCount(answered) : null;
  const allRuns = count === 0 ? null : allRunsEntry(q, count);
  const ranked = rank([...byId.values()], q, ({ id }) => isFound.has(id));
  const groups = [
    ...shown("queries", isQuery && settled === q ? matchEntries(q, matches, endedCount ?? null) : []),
    ...ranked.flatMap(({ group, entries }) =>
      shown(group, group === "runs" && allRuns ? [...entries, allRuns] : entries),
    ),
  ];
  return { groups, allRuns: allRuns ?? allRunsEntry(q, null), isPending, failed: error !== null && !isPending };
}

function shown(key: keyof typeof words.groups, entries: readonly PaletteEntry[]): ShownGroup[] {
  return entries.length > 0 ? [{ key, title: words.groups[key], entries }] : [];
}

/** The lists that have all fields of a query, those where it finds most first. */
function matchEntries(q: string, matches: QueryMatches | undefined, endedJobs: number | null): PaletteEntry[] {
  return (matches?.items ?? [])
    .toSorted((a, b) => b.count - a.count)
    .flatMap(({ list, count }): PaletteEntry[] => {
      if (list === "jobs") return endedJobs === null ? [] : jobEntries(q, count - endedJobs, endedJobs);
      const [path, section] = LIST_PATHS[list] ?? [];
      if (!path || !section) return [];
      return [
        {
          id: `query ${list}`,
          group: "runs",
          title: queries.where(list, q),
          detail: queries.count(list, count),
          Icon: SECTION_ICONS[section],
          does: `${path}?q=${encodeURIComponent(q)}`,
        },
      ];
    });
}

/** Jobs that wait or run are on another list than those that ended. */
function jobEntries(q: string, inQueue: number, ended: number): PaletteEntry[] {
  const entry = (view: "list" | "done", detail: string): PaletteEntry => ({
    id: `query jobs ${view}`,
    group: "runs",
    title: queries.where("jobs", q),
    detail,
    Icon: SECTION_ICONS.queue,
    does: `/queue?view=${view}&q=${encodeURIComponent(q)}`,
  });
  return [
    ...(inQueue > 0 ? [entry("list", queries.inQueue(inQueue))] : []),
    ...(ended > 0 ? [entry("done", queries.ended(ended))] : []),
  ];
}

function runCount(groups: readonly HitGroup[]): number {
  return groups.find(({ kind }) => kind === "run")?.count ?? 0;
}

function allRunsEntry(q: string, count: number | null): PaletteEntry {
  return {
    id: "all runs",
    group: "runs",
    title: words.allRuns(count, q),
    detail: words.allRunsHint,
    Icon: IconFilter,
    keys: "Ctrl ↵",
    does: `/runs?q=${encodeURIComponent(q)}`,
  };
}

function commandEntry({ key, label, Icon, keys, run }: Command): PaletteEntry {
  return { id: `command ${key}`, group: "do", title: label, also: words.command, Icon, keys, does: run };
}

/** The commands of the page that is open. */
function pageCommands(): PaletteEntry[] {
  return Object.entries(pageShortcuts()).map(([keys, { label, run }]) => ({
    id: `here ${keys}`,
    group: "do",
    title: label,
    Icon: IconCommand,
    keys,
    does: run,
  }));
}

function recentEntry({ path, name }: { path: string; name: string }): PaletteEntry {
  const section = sectionAt(path);
  return {
    id: `recent ${path}`,
    group: "things",
    title: name,
    detail: path,
    Icon: SECTION_ICONS[section ?? "runs"],
    does: path,
  };
}
