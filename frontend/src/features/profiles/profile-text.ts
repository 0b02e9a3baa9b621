/** Facts of profiles in words. */
import type { PhasePlan, Profile, ProfileParameter } from "@/api/types";
import { formatBinaryBytes, formatDuration, formatNumber } from "@/lib/units";
import { profiles, plan as words } from "@/messages/profiles";

export function enginesText({ engines }: Profile): string {
  return engines.join(", ") || profiles.noEngine;
}

/** A number of a parameter with its unit. */
export function quantityText({ unit }: ProfileParameter, value: number): string {
  if (unit === "s") return formatDuration(value);
  if (unit === "bytes") return formatBinaryBytes(value);
  return `${formatNumber(value, { digits: 6, trim: true })}${unit ? ` ${unit}` : ""}`;
}

/** When a phase ends; nothing where its rule is of a kind this page does not know. */
export function endText({ stop }: PhasePlan): string | null {
  const rule = stop as {
    kind?: string;
    seconds?: number;
    passes?: number;
    round_seconds?: number;
    max_rounds?: number;
  };
  if (rule.kind === "time") return words.afterTime(formatDuration(rule.seconds));
  if (rule.kind === "volume") return words.afterVolume(words.passes(number(rule.passes)));
  if (rule.kind === "steady") return words.whenSteady(formatDuration(rule.round_seconds), number(rule.max_rounds));
  return null;
}

function number(value: number | undefined): string {
  return formatNumber(value, { digits: 6, trim: true });
}
