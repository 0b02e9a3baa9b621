/** Texts of one finding. */
import type { Finding } from "@/api/types";
import { messages } from "@/messages";
import { findings as words } from "@/messages/findings";

/** Return the RAID level in words; null where none is meant. */
export function levelText(level: string | null): string | null {
  return level === null ? null : (words.levels[level] ?? level);
}

export function workloadText(workload: Finding["workload"]): string {
  return (
    Object.entries(workload)
      .map(([key, value]) => `${key}=${value}`)
      .join("; ") || messages.none
  );
}

/** Return the value with its unit, every digit; null where there is none. */
export function amountText({ value, unit }: Pick<Finding, "value" | "unit">): string | null {
  return value === null ? null : [String(value), unit].filter(Boolean).join(" ");
}
