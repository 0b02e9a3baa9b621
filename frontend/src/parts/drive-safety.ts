/** Safety and endurance of a drive in a new run, as its card shows them. */
import type { BadgeTone } from "./badge-map";

/** Locked drives cannot be chosen; busy ones can, and the run waits for them. */
export type Safety = "erasable" | "readOnly" | "busy" | "locked";

export interface SafetyLook {
  tone: Extract<BadgeTone, "ok" | "warn" | "idle">;
  icon: "shield" | "eye" | "clock" | "lock";
  isLocked: boolean;
}

const LOOKS: Readonly<Record<Safety, SafetyLook>> = {
  erasable: { tone: "ok", icon: "shield", isLocked: false },
  readOnly: { tone: "idle", icon: "eye", isLocked: false },
  busy: { tone: "warn", icon: "clock", isLocked: false },
  locked: { tone: "idle", icon: "lock", isLocked: true },
};

export function safetyLook(safety: Safety): SafetyLook {
  return LOOKS[safety];
}

/** From here on the bar of the endurance is a warning, in percent of what is rated. */
const HIGH_USE = 80;

/** Return the length of the endurance bar in percent, and if it is a warning. */
export function enduranceBar(usedPercent: number): { length: number; isHigh: boolean } {
  return { length: Math.min(Math.max(usedPercent, 0), 100), isHigh: usedPercent > HIGH_USE };
}

/** Number of characters of a serial that are shown, and typed before drives are erased. */
export const SERIAL_ENDING = 4;

/** Return the last characters of a serial; null where the drive reports none. */
export function serialEnding(serial: string | null, length = SERIAL_ENDING): string | null {
  const text = serial?.trim() ?? "";
  return text === "" ? null : text.slice(-length);
}

/** Return true if what was typed is the end of the serial; letters may be small, spaces around it do not count. */
export function isEndingTyped(typed: string, serial: string | null, length = SERIAL_ENDING): boolean {
  const ending = serialEnding(serial, length);
  return ending !== null && typed.trim().toUpperCase() === ending.toUpperCase();
}
