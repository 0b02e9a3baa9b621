/** Look of a slot in each view of the topology. */

import {
  arrayTones,
  type BackplaneTree,
  type SeriesTone,
  type SlotCondition,
  type SlotDrive,
  toneAt,
  toneOf,
} from "./backplane-layout";
import { enduranceBar } from "./drive-safety";

export const BACKPLANE_VIEWS = ["health", "temperature", "array", "firmware"] as const;
export type BackplaneView = (typeof BACKPLANE_VIEWS)[number];

export type LookTone = "ok" | "warn" | "err" | "idle";

export interface SlotLook {
  /** The bar at the top. */
  tone: SeriesTone;
  column: { share: number; tone: LookTone } | null;
  text: string | null;
  textTone: LookTone | null;
  dot: LookTone;
  /** Warning level of the border; null for no warning. */
  border: "warn" | "err" | null;
}

/** Scale that slots are compared with. */
export interface LookScale {
  arrays: ReadonlyMap<string, number>;
  arrayNames: ReadonlyMap<string, string>;
  /** Firmwares in order of how many drives have them. */
  firmwares: ReadonlyMap<string, number>;
  median: number | null;
}

/** A drive this much hotter than the median of its server is marked, in kelvins. */
export const HOT_KELVINS = 10;
/** The column of a temperature begins and ends here, in degrees Celsius. */
const COOL = 20;
const WARM = 80;
/** More characters have no room in a slot. */
const LONGEST_TEXT = 4;

const DOTS: Readonly<Record<SlotCondition, LookTone>> = {
  ok: "ok",
  warning: "warn",
  failed: "err",
  spare: "idle",
  unknown: "idle",
};

export function drivesOf({ shelves }: Pick<BackplaneTree, "shelves">): SlotDrive[] {
  return shelves.flatMap(({ slots }) => slots.flatMap(({ drive }) => drive ?? []));
}

export function lookScale(tree: BackplaneTree): LookScale {
  const drives = drivesOf(tree);
  const counts = new Map<string, number>();
  for (const { firmware } of drives) if (firmware !== null) counts.set(firmware, (counts.get(firmware) ?? 0) + 1);
  const ordered = [...counts].toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1));
  return {
    arrays: arrayTones(tree.arrays),
    arrayNames: new Map(tree.arrays.map(({ id, name }) => [id, name])),
    firmwares: new Map(ordered.map(([firmware], index) => [firmware, toneAt(index)])),
    median: medianOf(drives.flatMap(({ temperature }) => temperature ?? [])),
  };
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** Return by how many kelvins a drive is too hot beside the others; null where it is not. */
export function excessHeat({ temperature }: Pick<SlotDrive, "temperature">, { median }: LookScale): number | null {
  if (temperature === null || median === null) return null;
  return temperature - median >= HOT_KELVINS ? Math.round(temperature - median) : null;
}

const clip = (share: number): number => Math.min(1, Math.max(0, share));
const shortEnd = (text: string): string => (text.length > LONGEST_TEXT ? text.slice(-LONGEST_TEXT) : text);
const degrees = (temperature: number | null): string | null =>
  temperature === null ? null : `${Math.round(temperature)}°`;

export function slotLook(drive: SlotDrive, view: BackplaneView, scale: LookScale): SlotLook {
  const isHot = excessHeat(drive, scale) !== null;
  const own = DOTS[drive.condition];
  const dot = isHot && own === "ok" ? "warn" : own;
  const look: SlotLook = {
    tone: toneOf(drive, scale.arrays),
    column: null,
    text: drive.condition === "spare" ? "spare" : degrees(drive.temperature),
    textTone: isHot ? "warn" : null,
    dot,
    border: dot === "warn" || dot === "err" ? dot : null,
  };
  if (view === "health") return { ...look, column: enduranceColumn(drive) };
  if (view === "temperature") return { ...look, text: degrees(drive.temperature), column: heatColumn(drive, isHot) };
  if (view === "array") {
    const name = drive.arrays.map((id) => scale.arrayNames.get(id) ?? "")[0];
    return { ...look, text: name === undefined ? look.text : shortEnd(name), textTone: null };
  }
  const { firmware } = drive;
  return {
    ...look,
    tone: firmware === null ? null : (scale.firmwares.get(firmware) ?? null),
    text: firmware === null ? "?" : shortEnd(firmware),
    textTone: null,
  };
}

function enduranceColumn({ usedPercent }: SlotDrive): SlotLook["column"] {
  if (usedPercent === null) return null;
  const { length, isHigh } = enduranceBar(usedPercent);
  return { share: length / 100, tone: isHigh ? "warn" : "ok" };
}

function heatColumn({ temperature }: SlotDrive, isHot: boolean): SlotLook["column"] {
  if (temperature === null) return null;
  return { share: clip((temperature - COOL) / (WARM - COOL)), tone: isHot ? "warn" : "ok" };
}
