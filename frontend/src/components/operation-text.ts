/** Preparation steps in words. */
import type { OperationState } from "@/api/types";
import { formatCount } from "@/lib/units";
import { messages } from "@/messages";

/**
 * Format the evidence of a step's effect: `devices: path /dev/sdb, bytes 1,048,576; path /dev/sdc, bytes 1,048,576`.
 */
export function evidenceText(evidence: OperationState["evidence"]): string {
  return pairs(evidence) || messages.none;
}

function pairs(value: object): string {
  const entries = Object.entries(value).filter(([, item]) => item !== null && item !== "");
  return entries
    .map(([name, item]) => `${name.replaceAll("_", " ")}${isNested(item) ? ":" : ""} ${text(item)}`)
    .join(", ");
}

function text(value: unknown): string {
  if (typeof value === "boolean") return value ? messages.yes : messages.no;
  if (typeof value === "number") return Number.isInteger(value) ? formatCount(value) : String(value);
  if (Array.isArray(value)) return value.map(text).join(value.some(isNested) ? " · " : " ");
  return isNested(value) ? pairs(value) : String(value);
}

function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null && (!Array.isArray(value) || value.some(isNested));
}

/** Return the duration of a step in seconds, or null while it is unknown. */
export function secondsOf({
  started_at,
  finished_at,
}: Pick<OperationState, "started_at" | "finished_at">): number | null {
  return started_at && finished_at ? (Date.parse(finished_at) - Date.parse(started_at)) / 1000 : null;
}
