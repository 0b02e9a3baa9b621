/** Values derived from the rows of the configuration list: the shown rows, their groups, and unusual values. */
import type { ConfigurationRow } from "@/api/configuration-list";
import { configurationList as words } from "@/messages/configuration-list";
import type { ListTab } from "./search";

/** Members are counted with a sign: `16 × P5520`. */
export function countedText(text: string): string {
  return text.replaceAll(/(\d+) x /g, "$1\u00a0× ");
}

/** Drives, or the name where those are not known. */
export function titleOf({ drives, name }: Pick<ConfigurationRow, "drives" | "name">): string {
  return drives === null ? name : countedText(drives);
}

/** Return strip size, write policy and any other unusual attribute. */
export function detailOf({ strip, write_policy, condition, over_provisioning }: ConfigurationRow): string {
  const spare = over_provisioning === null ? null : words.spareArea(over_provisioning.replace(" ", "\u00a0"));
  const unusual = condition === "optimal" ? null : condition;
  return [strip, write_policy?.replaceAll(" ", "-"), spare, unusual].filter(Boolean).join(" · ");
}

const matchesTab = (row: ConfigurationRow, tab: ListTab | undefined): boolean =>
  tab === undefined || (tab === "in_place" ? row.is_in_place || row.is_measuring : row.origin === "published");

export function countTab(rows: readonly ConfigurationRow[], tab: ListTab | undefined): number {
  return rows.filter((row) => matchesTab(row, tab)).length;
}

export function rowsOfTab(rows: readonly ConfigurationRow[], tab: ListTab | undefined): ConfigurationRow[] {
  return rows.filter((row) => matchesTab(row, tab));
}

export function groupOf({ controller }: Pick<ConfigurationRow, "controller">): { key: string; title: string } {
  return { key: controller ?? "", title: controller === null ? words.noController : countedText(controller) };
}

/** Numbers of the configurations whose firmware is another one than most of their controller and drives have. */
export function unusualFirmware(rows: readonly ConfigurationRow[]): ReadonlySet<string> {
  const groups = new Map<string, ConfigurationRow[]>();
  for (const row of rows) {
    if (row.firmware === null) continue;
    const key = JSON.stringify([row.controller, row.firmware_of === "drives" ? row.drives : null]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return new Set(
    [...groups.values()].flatMap((group) => {
      const usual = modeOf(group.map(({ firmware }) => firmware));
      return group.filter(({ firmware }) => firmware !== usual).map(({ number }) => number);
    }),
  );
}

function modeOf<Value>(values: readonly Value[]): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** Return the place of a value between the lowest and the highest of a list, 0 to 1; by decades where they are far apart. */
export function rangeScale(rows: readonly Pick<ConfigurationRow, "result">[]): (value: number) => number {
  const results = rows.flatMap(({ result }) => result ?? []).filter(({ low }) => low > 0);
  const low = results.reduce((min, result) => Math.min(min, result.low), Number.POSITIVE_INFINITY);
  const high = results.reduce((max, result) => Math.max(max, result.high), 0);
  const place = high / low > 10 ? Math.log : (value: number) => value;
  const span = place(high) - place(low);
  return (value) => (span > 0 ? Math.min(Math.max((place(value) - place(low)) / span, 0), 1) : 0.5);
}

/** Earlier runs that a drop is judged by. */
const EARLIER_RUNS = 3;
const DROP = 0.9;

/** Return true if the newest run is far below all earlier runs. */
export function hasDropped(values: readonly number[]): boolean {
  const newest = values.at(-1);
  const earlier = values.slice(0, -1);
  return newest !== undefined && earlier.length >= EARLIER_RUNS && newest < DROP * Math.min(...earlier);
}
