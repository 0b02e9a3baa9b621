/** The preparation steps that can be put into a job, with the settings of each. The lab checks every value again. */
import type { Operation } from "@/api/types";
import { operations as words } from "@/messages/operations";

interface Named {
  name: string;
}
export interface NumberSetting extends Named {
  type: "number";
  /** Null leaves it to the drive or the tool. */
  initial: number | null;
  min: number;
  max: number;
  /** The value counts bytes; people type how many of these. */
  factor?: number;
}
export interface ChoiceSetting extends Named {
  type: "choice";
  /** Null leaves it as it is. */
  initial: string | number | null;
  choices: readonly (string | number)[];
}
export interface ChoicesSetting extends Named {
  type: "choices";
  initial: readonly string[];
  choices: readonly string[];
}
export interface SwitchSetting extends Named {
  type: "switch";
  initial: boolean;
}
/** A name, or the serial number of a drive that only the RAID controller sees. */
export interface TextSetting extends Named {
  type: "text";
}
/** Serial numbers of drives that only the RAID controller sees. */
export interface SerialsSetting extends Named {
  type: "serials";
}
/** One of the drives of the job. */
export interface DriveSetting extends Named {
  type: "drive";
}
export type Setting =
  | NumberSetting
  | ChoiceSetting
  | ChoicesSetting
  | SwitchSetting
  | TextSetting
  | SerialsSetting
  | DriveSetting;

const KIB = 1024;
const MIB = 1024 * KIB;
const DAY_SECONDS = 86_400;

const powers = (min: number, max: number): number[] =>
  Array.from({ length: Math.log2(max / min) + 1 }, (_, step) => min * 2 ** step);
const number = (name: string, initial: number | null, min: number, max: number, factor = 1): NumberSetting => ({
  name,
  type: "number",
  initial,
  min,
  max,
  factor,
});
/** The first choice is the one it begins with. */
const choice = (name: string, ...choices: (string | number)[]): ChoiceSetting => ({
  name,
  type: "choice",
  initial: choices[0] ?? null,
  choices,
});
const optional = (name: string, ...choices: (string | number)[]): ChoiceSetting => ({
  ...choice(name, ...choices),
  initial: null,
});
const toggle = (name: string): SwitchSetting => ({ name, type: "switch", initial: false });
const several = (name: string, initial: readonly string[], ...choices: string[]): ChoicesSetting => ({
  name,
  type: "choices",
  initial,
  choices,
});
const text = (name: string): TextSetting => ({ name, type: "text" });
const drive = (name: string): DriveSetting => ({ name, type: "drive" });
const serials = (name: string): SerialsSetting => ({ name, type: "serials" });

const READ_POLICIES = ["nora", "ra"];
const WRITE_POLICIES = ["wt", "wb", "awb"];
const IO_POLICIES = ["direct", "cached"];
const DRIVE_CACHES = ["default", "on", "off"];
const ERASURES = ["block_erase", "crypto_erase", "overwrite"];
const ACTIVITIES = ["initialisation", "consistency_check", "patrol_read", "rebuild", "copyback", "learn_cycle"];

/** In the order in which they are offered: what every drive can do comes first. */
const CATALOGUE: Record<Operation["kind"], readonly Setting[]> = {
  fill: [
    number("passes", 1, 1, 4),
    { ...choice("block_bytes", ...powers(4 * KIB, 16 * MIB)), initial: MIB },
    choice("pattern", "random", "zero"),
  ],
  discard: [],
  write_zeroes: [],
  nvme_format: [number("lbaf", null, 0, 63), { ...choice("ses", 0, 1, 2), initial: 1 }],
  nvme_sanitize: [choice("action", ...ERASURES)],
  ata_secure_erase: [toggle("enhanced")],
  scsi_sanitize: [choice("action", ...ERASURES)],
  scsi_format: [optional("block_bytes", 512, 4096)],
  over_provision: [number("percent", 10, 1, 90)],
  make_file_system: [
    choice("type", "ext4", "xfs"),
    number("file_bytes", null, MIB, 2 ** 50, MIB),
    several("mount_options", [], "noatime", "nodiratime", "lazytime", "discard", "nobarrier"),
  ],
  wait_quiet: [
    number("max_seconds", DAY_SECONDS, 1, 30 * DAY_SECONDS),
    several("activities", ACTIVITIES, ...ACTIVITIES),
  ],
  mdadm_create: [
    choice("level", "raid0", "raid1", "raid5", "raid6", "raid10"),
    optional("chunk_bytes", ...powers(4 * KIB, 16 * MIB)),
    number("spares", 0, 0, 63),
    choice("bitmap", "none", "internal"),
    toggle("assume_clean"),
    text("name"),
  ],
  mdadm_stop: [toggle("erase_superblocks")],
  mdadm_fail: [drive("member")],
  mdadm_readd: [drive("member"), toggle("full")],
  mdadm_add_spare: [drive("member")],
  storcli_vd_create: [
    choice("level", "raid0", "raid1", "raid5", "raid6", "raid10", "raid50", "raid60"),
    { ...choice("strip_bytes", ...powers(8 * KIB, MIB)), initial: 64 * KIB },
    serials("members"),
    number("drives_per_span", null, 1, 32),
    choice("read_policy", ...READ_POLICIES),
    choice("write_policy", ...WRITE_POLICIES),
    choice("io_policy", ...IO_POLICIES),
    choice("drive_cache", ...DRIVE_CACHES),
    choice("initialisation", "fast", "full", "none"),
    text("name"),
  ],
  storcli_vd_delete: [],
  storcli_drive_offline: [text("member")],
  storcli_drive_missing: [text("member")],
  storcli_rebuild_start: [text("member")],
  storcli_rebuild_rate: [number("percent", 30, 1, 100)],
  storcli_hot_spare: [choice("action", "add", "remove"), text("member")],
  storcli_cache_policy: [
    optional("read_policy", ...READ_POLICIES),
    optional("write_policy", ...WRITE_POLICIES),
    optional("io_policy", ...IO_POLICIES),
  ],
  storcli_drive_cache_policy: [choice("drive_cache", ...DRIVE_CACHES)],
  storcli_jbod: [toggle("on"), serials("members")],
};

export const KINDS = Object.keys(CATALOGUE) as Operation["kind"][];

export function isKind(kind: unknown): kind is Operation["kind"] {
  return typeof kind === "string" && Object.hasOwn(CATALOGUE, kind);
}

export function settingsOf(kind: Operation["kind"]): readonly Setting[] {
  return CATALOGUE[kind];
}

/** Return true if a step changes something: all do except the one that waits. */
export function changesDrives({ kind }: Pick<Operation, "kind">): boolean {
  return kind !== "wait_quiet";
}

export function titleOf(kind: Operation["kind"]): string {
  return words.titles[kind];
}
