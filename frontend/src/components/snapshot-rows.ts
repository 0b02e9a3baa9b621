/** Recorded facts as readable rows: field names become words, and units become part of the values. */
import {
  formatBinaryBytes,
  formatBytes,
  formatDuration,
  formatLatency,
  formatNumber,
  formatPercent,
} from "@/lib/units";
import { messages } from "@/messages";

export interface SnapshotGroup {
  title: string;
  rows: [name: string, value: string | null][];
}

type Snapshot = Record<string, unknown>;

const UNITS: [suffix: string, format: (value: number) => string][] = [
  ["_bytes", formatBinaryBytes],
  ["_percent", formatPercent],
  ["_ns", formatLatency],
  ["_s", formatDuration],
  ["_seconds", formatDuration],
  ["_gts", (value) => `${formatNumber(value, { trim: true })} GT/s`],
  ["_rpm", (value) => `${value} rpm`],
];
/** Settings of the block layer, which people know by their names in sysfs. */
const QUEUE_SETTINGS = new Set([
  "io_poll",
  "io_poll_delay",
  "io_timeout",
  "max_sectors_kb",
  "nomerges",
  "nr_requests",
  "read_ahead_kb",
  "rq_affinity",
  "wbt_lat_usec",
]);
const GENERAL = "general";
/** The database does not preserve the order of names; people look for a name alphabetically. */
export const BY_NAME = new Intl.Collator("en", { numeric: true });
const ABBREVIATIONS = new Set(["bios", "cpu", "hba", "id", "lba", "os", "pci", "raid", "roc", "smt", "wwn"]);

/**
 * Group a snapshot. Nested objects and lists of objects become groups of their own; plain values stay in their group,
 * sorted by name.
 */
export function snapshotGroups(snapshot: Snapshot): SnapshotGroup[] {
  const groups: SnapshotGroup[] = [];
  collect(groups, "", snapshot);
  return groups
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows }) => ({ title, rows: rows.toSorted(([a], [b]) => BY_NAME.compare(a, b)) }));
}

/** The name of one fact, as in `settings.rebuild_rate_percent`: its words, without the unit that its value gets. */
export function factName(field: string): string {
  const dotless = field.replaceAll(".", " ");
  const unit = UNITS.find(([suffix]) => dotless.endsWith(suffix));
  return sentence(words(unit ? dotless.slice(0, -unit[0].length) : dotless));
}

/** The value of one fact in words; null where it is unknown. */
export function factText(field: string, value: unknown): string | null {
  const unit = UNITS.find(([suffix]) => field.endsWith(suffix));
  if (unit && typeof value === "number") return field === "size_bytes" ? formatBytes(value) : unit[1](value);
  if (Array.isArray(value) && value.some(isObject)) {
    return value.map((entry) => factText(field, entry) ?? messages.unknown).join(" · ");
  }
  if (!isObject(value)) return text(value);
  const parts = Object.entries(value).map(([key, part]) => `${words(key)} ${factText(key, part) ?? messages.unknown}`);
  return parts.join(", ") || messages.none;
}

function collect(groups: SnapshotGroup[], title: string, value: Snapshot): void {
  const group: SnapshotGroup = { title: sentence(title || GENERAL), rows: [] };
  groups.push(group);
  for (const [key, item] of Object.entries(value)) {
    const path = title ? `${title} ${words(key)}` : words(key);
    if (isObject(item)) collect(groups, path, item);
    else if (Array.isArray(item) && item.some(isObject)) {
      for (const [index, entry] of item.filter(isObject).entries()) collect(groups, `${path} ${index + 1}`, entry);
    } else group.rows.push(row(title, key, item));
  }
}

/** A setting of the kernel, as `sysctl.vm.dirty_bytes`: its name is its own, with its unit. */
function isKernelSetting(key: string): boolean {
  return key.includes(".") || QUEUE_SETTINGS.has(key);
}

function row(title: string, key: string, value: unknown): [string, string | null] {
  if (isKernelSetting(key)) return [key, text(value)];
  const unit = UNITS.find(([suffix]) => key.endsWith(suffix));
  if (unit && (typeof value === "number" || value === null)) {
    // Drives are sold by decimal sizes; files, memory and blocks are counted in powers of two.
    const format = key === "size_bytes" && title.includes("drive") ? formatBytes : unit[1];
    return [sentence(words(key.slice(0, -unit[0].length))), value === null ? null : format(value)];
  }
  return [sentence(words(key)), text(value)];
}

function text(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? messages.yes : messages.no;
  if (Array.isArray(value)) return value.length > 0 ? value.map(String).join(", ") : messages.none;
  return String(value);
}

function isObject(value: unknown): value is Snapshot {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function words(key: string): string {
  return key
    .split("_")
    .map((word) => (ABBREVIATIONS.has(word) ? word.toUpperCase() : word))
    .join(" ");
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
