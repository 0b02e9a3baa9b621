/** Configuration of a run as the few facts beside its result. */
import type { ConfigurationDiff, Run } from "@/api/types";
import { formatBinaryBytes } from "@/lib/units";
import { runPage as words } from "@/messages/run-page";
import type { RailFact } from "@/parts/key-value-rail";

type Snapshot = Record<string, unknown>;

const objectOf = (value: unknown): Snapshot =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Snapshot) : {};
const listOf = (value: unknown): Snapshot[] => (Array.isArray(value) ? value.map(objectOf) : []);
const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);

/** Equal things are counted: `8 × Solidigm P5520`. */
function counted(things: readonly Snapshot[], name: (thing: Snapshot) => string | null): string | null {
  const counts = new Map<string, number>();
  for (const thing of things) {
    const key = name(thing);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + (numberOf(thing.count) ?? 1));
  }
  return counts.size === 0
    ? null
    : [...counts].map(([key, count]) => (count === 1 ? key : `${count} × ${key}`)).join(", ");
}

const distinct = (values: readonly (string | null)[]) =>
  [...new Set(values.filter((value) => value !== null))].join(", ") || null;

/** Return the known facts of a snapshot, by kind of hardware. */
export function snapshotFacts(snapshot: Run["configuration_snapshot"]): RailFact[] {
  if (!snapshot) return [];
  const { facts: names } = words;
  const system = objectOf(snapshot.system);
  const target = objectOf(snapshot.target);
  const cpu = objectOf(snapshot.cpu);
  const array = objectOf(snapshot.array);
  const drives = listOf(snapshot.drives).length > 0 ? listOf(snapshot.drives) : listOf(target.drives);
  const controllers = listOf(snapshot.controllers).filter(({ kind }) => kind !== "other");
  const sockets = numberOf(cpu.sockets) ?? 1;
  const model = textOf(cpu.model);
  const strip = numberOf(array.strip_bytes);
  const isFile = target.kind === "file";
  const facts: [string, string | null][] = [
    [names.target, isFile ? fileText(target) : null],
    [names.drives, counted(drives, (drive) => textOf(drive.model))],
    [names.driveFirmware, distinct(drives.map((drive) => textOf(drive.firmware)))],
    [names.spareArea, distinct(drives.map(({ overprovisioning }) => textOf(overprovisioning)))],
    [names.raid, textOf(array.level)],
    [names.strip, strip === null ? null : formatBinaryBytes(strip)],
    [names.controllers, counted(controllers, (controller) => textOf(controller.model))],
    [names.firmware, distinct(controllers.map((controller) => textOf(controller.firmware)))],
    [names.driver, distinct([...drives, ...controllers].map(({ driver }) => textOf(driver)))],
    [names.server, textOf(system.model) ?? textOf(snapshot.name)],
    [names.cpu, textOf(system.cpu) ?? (model && (sockets > 1 ? `${sockets} × ${model}` : model))],
    [names.os, textOf(system.os) ?? textOf(snapshot.os_name)],
    [names.kernel, textOf(system.kernel) ?? textOf(snapshot.kernel)],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
}

function fileText(target: Snapshot): string {
  const size = numberOf(target.size_bytes);
  const system = textOf(target.filesystem);
  return words.file(size === null ? null : formatBinaryBytes(size), system);
}

export interface Difference {
  /** Factors that are known on both sides and differ. */
  comparable: ConfigurationDiff["factors"];
  unknownCount: number;
}

export function differenceOf({ factors, unknown_count }: ConfigurationDiff): Difference {
  return {
    comparable: factors.filter(({ known: comparable, a, b }) => comparable && a !== b),
    unknownCount: unknown_count,
  };
}

/** Return the facts with the differing ones marked; a differing factor without a fact comes first. */
export function markedFacts(facts: readonly RailFact[], difference: Difference | null): RailFact[] {
  if (!difference || difference.comparable.length === 0) return [...facts];
  const values = new Set(difference.comparable.map(({ b }) => b));
  const marked = facts.map((fact) => ({ ...fact, differs: values.has(String(fact.value)) }));
  const shown = new Set(marked.filter(({ differs }) => differs).map(({ value }) => value));
  const others = difference.comparable
    .filter(({ b }) => !shown.has(b ?? ""))
    .map(({ label, b }): RailFact => ({ name: label, value: b, differs: true }));
  return [...others, ...marked];
}
