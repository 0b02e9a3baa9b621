/** Entries that differ in their firmware alone, and where it changed from one run to the next. Pure. */
import type { Comparison } from "@/api/comparison";
import type { Entry } from "../workbench/entries";
import type { FirmwareChange } from "./lines";

const FIRMWARE: readonly string[] = ["controllers.firmware", "drives.firmware"];
/** State in which an array was found: a property of a run, not of the purchased and configured hardware. */
const CONDITION = "array.condition";

type Factors = Comparison["factors"];
type Versions = readonly { part: string; version: string | null }[];

/** The firmware of an entry by part; null where it is not known. */
export const versionsOf = ({ rows }: Factors, { place }: Entry): Versions =>
  rows
    .filter(({ key }) => FIRMWARE.includes(key))
    .map(({ label, cells }) => ({ part: label, version: cells[place]?.value ?? null }));

/** Return the known firmware changes between two runs. */
export const changesBetween = (before: Versions, after: Versions): FirmwareChange[] =>
  after.flatMap(({ part, version: to }) => {
    const from = before.find((earlier) => earlier.part === part)?.version ?? null;
    return from === null || to === null || from === to ? [] : [{ part, from, to }];
  });

/** All else that is recorded of the system of an entry. */
const systemOf = ({ rows }: Factors, { place }: Entry): string =>
  JSON.stringify(
    rows
      .filter(({ key, group }) => group !== "profile" && key !== CONDITION && !FIRMWARE.includes(key))
      .map(({ key, cells }) => [key, cells[place]?.value ?? null]),
  );

function grouped(entries: readonly Entry[], keyOf: (entry: Entry) => string): Entry[][] {
  const keys = [...new Set(entries.map(keyOf))];
  return keys.map((key) => entries.filter((entry) => keyOf(entry) === key));
}

/** Entries of one configuration, or of configurations that differ in known versions of their firmware alone. */
export function entriesOfSystems(factors: Factors, shown: readonly Entry[]): Entry[][] {
  const configurationOf = ({ key, configuration }: Entry) => configuration?.number ?? key;
  return grouped(shown, (entry) => systemOf(factors, entry)).flatMap((alike) => {
    const configurations = grouped(alike, configurationOf);
    const versions = configurations.flatMap(([first]) => (first ? [versionsOf(factors, first)] : []));
    const isApart = (one: Versions) =>
      versions.every((other) => one === other || changesBetween(one, other).length > 0);
    return versions.every(isApart) ? [configurations.flat()] : configurations;
  });
}
