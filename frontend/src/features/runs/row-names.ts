/** Names of the rows of runs: the differences from the neighbouring rows, and further distinguishing details below. */
import type { RunRow } from "@/api/run-table";
import { labelTexts } from "@/lib/labels";
import { formatBinaryBytes } from "@/lib/units";
import { runList as words } from "@/messages/run-list";

export interface RowName {
  title: string;
  /** Without the number of the run and its labels. */
  about: readonly string[];
}

export type NameRow = (run: RunRow) => RowName;

/** Maximum number of parts in the name of a row, besides the drives. */
const MAX_DIFFERENT = 3;
/** By their order in a name. */
const PARTS = ["raid", "condition", "controller", "filesystem", "firmware", "strip", "profile"] as const;
type Part = (typeof PARTS)[number];
/** Parts that are only comparable between drives of one model. */
const OF_DRIVES: readonly Part[] = ["firmware", "strip"];

/** Returns how rows are named among `rows`, in a list that is grouped by the field `group`. */
export function rowNames(rows: readonly RunRow[], group?: string): NameRow {
  const usual = usualValues(rows);
  const isUsual = (run: RunRow, part: Part, value: string) => usual.get(scopeOf(run, part)) === value;
  return (run) => {
    const drives = drivesOf(run);
    const available = PARTS.flatMap((part) => {
      const value = partValue(run, part);
      return value === null || part === group ? [] : [{ part, value }];
    });
    const different = available.filter(({ part, value }) => !isUsual(run, part, value)).slice(0, MAX_DIFFERENT);
    const rest = available.filter((one) => !different.includes(one));
    const textsOf = (parts: typeof available) => parts.map(({ part, value }) => textOf(part, value));
    const below = textsOf(rest.filter(({ part }) => part === "profile" || OF_DRIVES.includes(part)));
    const server = run.server ? [run.server.name] : [];
    if (hasOwnTitle(run) || drives === null) {
      const subject = drives ?? run.configuration?.name;
      const others = [...textsOf(different), ...below, ...server].filter((text) => !subject?.includes(text));
      const about = [...(subject ? [subject] : []), ...others];
      return { title: run.title, about: about.filter((text) => !run.title.includes(text)) };
    }
    return { title: [drives, ...textsOf(different)].join(words.nameJoin), about: [...below, ...server] };
  };
}

/** Return all texts below the name of a run, with the number of the run. */
export function aboutTexts({ number, labels }: RunRow, { about }: RowName): string[] {
  return [number, ...about, ...labelTexts(labels)];
}

/** Values that more than half of the rows have; null where they have none. */
function usualValues(rows: readonly RunRow[]): ReadonlyMap<string, string | null> {
  const counts = new Map<string, Map<string | null, number>>();
  for (const run of rows) {
    for (const part of PARTS) {
      const scope = scopeOf(run, part);
      const value = partValue(run, part);
      const counted = counts.get(scope) ?? new Map<string | null, number>();
      counts.set(scope, counted.set(value, (counted.get(value) ?? 0) + 1));
    }
  }
  return new Map(
    [...counts].flatMap(([scope, counted]) => {
      const all = [...counted.values()].reduce((sum, count) => sum + count, 0);
      return [...counted].filter(([, count]) => count * 2 > all).map(([value]) => [scope, value] as const);
    }),
  );
}

/** The rows among which a value is usual or not. */
function scopeOf(run: RunRow, part: Part): string {
  return OF_DRIVES.includes(part) ? `${part} ${drivesOf(run)}` : part;
}

function drivesOf({ facts }: RunRow): string | null {
  const { model, drives } = facts ?? {};
  if (model === undefined) return null;
  return typeof drives === "number" && drives > 1 ? words.drives(drives, String(model)) : String(model);
}

function partValue({ facts, profile }: RunRow, part: Part): string | null {
  const value = part === "profile" ? profile?.title : facts?.[part];
  return value === undefined ? null : String(value);
}

function textOf(part: Part, value: string): string {
  if (part === "firmware") return words.firmware(value);
  return part === "strip" ? words.strip(formatBinaryBytes(Number(value))) : value;
}

/** Return true if a user or a file named the run. The lab's default is profile and server. */
function hasOwnTitle({ title, profile, server }: RunRow): boolean {
  return !profile || !server || !title.startsWith(`${profile.title} on ${server.name}`);
}
