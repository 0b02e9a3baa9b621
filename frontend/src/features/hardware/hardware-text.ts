/** Hardware in words: PCIe links, RAID levels, media and activities. */
import type { Controller, Drive, HardwareArray } from "@/api/types";
import { formatNumber, formatPercent } from "@/lib/units";
import { messages, word } from "@/messages";
import { hardware as words } from "@/messages/hardware";

type Linked = Pick<Controller, "link_speed_gts" | "link_width"> & Partial<Controller>;

/** The link as it is and as it could be: `16 GT/s x8 of 16 GT/s x16`; null where nothing of it is known. */
export function linkText({ link_speed_gts, link_width, max_link_speed_gts, max_link_width }: Linked): string | null {
  const present = oneLink(link_speed_gts, link_width);
  const most = oneLink(max_link_speed_gts ?? null, max_link_width ?? null);
  if (!present) return null;
  return most && most !== present ? words.linkOf(present, most) : present;
}

function oneLink(speed: number | null, width: number | null): string {
  return words.link(speed === null ? null : formatNumber(speed, { trim: true }), width);
}

export function levelText(level: string | null): string {
  return level === null ? messages.unknown : word(words.levels, level);
}

/** What an array does beside its work, with how far it is. */
export function activityText({ activity, progress_percent }: Pick<HardwareArray, "activity" | "progress_percent">) {
  if (activity === null && progress_percent === null) return null;
  const told = activity === null ? [] : [word(words.activities, activity)];
  if (progress_percent !== null) told.push(words.progress(formatPercent(progress_percent)));
  return told.join(", ");
}

export function mediumText({ medium, rotational, rotation_rpm }: Drive): string | null {
  const told = medium ?? (rotational === null ? null : rotational ? "rotating" : "flash");
  const rotation = rotation_rpm ? words.rpm(formatNumber(rotation_rpm, { digits: 5, trim: true })) : null;
  return [told, rotation].filter(Boolean).join(", ") || null;
}
