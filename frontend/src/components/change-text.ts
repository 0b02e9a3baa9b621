/** The value that a field had before or has after a change, in the words of the lab. */
import { type LabelValues, labelTexts, writeLabels } from "@/lib/labels";
import { messages, word } from "@/messages";
import { hardware, tree } from "@/messages/hardware";
import { factText } from "./snapshot-rows";

const WORDS: Record<string, Record<string, string>> = {
  lifecycle: hardware.conditions,
  condition: hardware.conditions,
  drive_state: hardware.conditions,
  battery: hardware.conditions,
  activity: hardware.activities,
  level: hardware.levels,
  transport: hardware.transports,
  state: messages.states,
};

/** Null where it is unknown. */
export function changeText(field: string, value: unknown): string | null {
  if (field === "labels" && isLabels(value)) return writeLabels(labelTexts(value), ", ") ?? messages.none;
  const vocabulary = WORDS[field];
  return vocabulary && typeof value === "string" ? word(vocabulary, value) : factText(field, value);
}

function isLabels(value: unknown): value is LabelValues {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Return the texts of both values of a change. Only array members that differ are listed, by name, place and state:
 * unchanged ones are irrelevant to the change.
 */
export function changeTexts(field: string, before: unknown, after: unknown): [string | null, string | null] {
  if (field !== "members" || !isMembers(before) || !isMembers(after)) {
    return [changeText(field, before), changeText(field, after)];
  }
  return [memberTexts(before, after), memberTexts(after, before)];
}

interface Member {
  key: string;
  slot?: unknown;
  state?: unknown;
}

function isMembers(value: unknown): value is Member[] {
  return Array.isArray(value) && value.every((entry) => typeof entry?.key === "string");
}

function memberTexts(members: readonly Member[], others: readonly Member[]): string {
  const unchanged = new Set(others.map(memberText));
  const changed = members.map(memberText).filter((text) => !unchanged.has(text));
  return changed.join(" · ") || messages.none;
}

function memberText({ key, slot, state }: Member): string {
  const condition = typeof state === "string" ? word(hardware.conditions, state) : messages.unknown;
  return tree.memberChange(key, typeof slot === "number" ? slot : null, condition);
}
