/** Hardware in words: RAID levels, media and activities. */
import type { Drive, HardwareArray } from "@/api/types";
import { formatNumber, formatPercent } from "@/lib/units";
import { messages, word } from "@/messages";
import { hardware as words } from "@/messages/hardware";

export function levelText(level: string | null): string {
  return level === null ? messages.unknown : word(words.levels, level);
}

/** Return the background activity of an array with its progress. */
export function activityText({ activity, progress_percent }: Pick<HardwareArray, "activity" | "progress_percent">) {
  if (activity === null && progress_percent === null) return null;
  const parts = activity === null ? [] : [word(words.activities, activity)];
  if (progress_percent !== null) parts.push(words.progress(formatPercent(progress_percent)));
  return parts.join(", ");
}

export function mediumText({ medium, rotational, rotation_rpm }: Drive): string | null {
  const mediumName = medium ?? (rotational === null ? null : rotational ? "rotating" : "flash");
  const rotation = rotation_rpm ? words.rpm(formatNumber(rotation_rpm, { digits: 5, trim: true })) : null;
  return [mediumName, rotation].filter(Boolean).join(", ") || null;
}
