/** The value that a field had before or has after a change, in the words of the lab. */
import { messages, word } from "@/messages";
import { hardware } from "@/messages/hardware";
import { factText } from "./snapshot-rows";

const WORDS: Record<string, Record<string, string>> = {
  standing: hardware.conditions,
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
  const known = WORDS[field];
  return known && typeof value === "string" ? word(known, value) : factText(field, value);
}
