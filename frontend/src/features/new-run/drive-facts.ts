/** Facts of drives as the cards of a new run show them. */
import type { Drive } from "@/api/types";
import { readLock, writeLock } from "@/components/drive-use";
import { drivePlace } from "@/lib/drive-place";
import { joinShort, shortBytes, shortTemperature } from "@/lib/short-values";
import { newRun as words } from "@/messages/new-run";
import { parts } from "@/messages/parts";
import type { DriveCardProps } from "@/parts/drive-card";
import { type Safety, serialEnding } from "@/parts/drive-safety";

export interface DriveUse {
  /** Anything chosen so far writes to the drives. */
  writes: boolean;
  /** In words, while the drive is measured: "Busy until 15:12"; null while it is free. */
  busy: string | null;
  isChosen: boolean;
}

export type DriveFacts = Omit<DriveCardProps, "choose">;

export function driveFacts(drive: Drive, use: DriveUse): DriveFacts {
  const { safety, text } = safetyOf(drive, use);
  return {
    place: placeOf(drive),
    temperature: shortTemperature(drive.health.temperature_c),
    model: drive.model ?? parts.unknown,
    size: joinShort(shortBytes(drive.size_bytes)),
    ending: serialEnding(drive.serial),
    usedPercent: drive.health.used_percent,
    safety,
    safetyText: text,
    isChosen: use.isChosen,
  };
}

/** Return the slot of a drive, and its path where it has none. */
export function placeOf(drive: Drive): string {
  return drive.slot === null ? drivePlace(drive) : parts.drive.slot(drive.slot);
}

/**
 * Return true if only the enrolment is missing before a drive may be erased. Drives are enrolled on the page of their
 * server.
 */
export function isEnrollable(drive: Drive): boolean {
  const { present, stable_id, serial, enrolment, in_use_reasons } = drive;
  const canBe = present && stable_id !== null && serial !== null && !drive.protected && in_use_reasons.length === 0;
  return canBe && enrolment?.state !== "active";
}

export function isLocked(drive: Drive, writes: boolean): boolean {
  return readLock(drive) !== null || (writes && writeLock(drive) !== null);
}

function safetyOf(drive: Drive, { writes, busy, isChosen }: DriveUse): { safety: Safety; text: string } {
  const unreadable = readLock(drive);
  const unwritable = writeLock(drive);
  const used = drive.in_use_reasons.join(" · ");
  const reason = capitalised(unreadable ?? (used || unwritable) ?? "");
  // A drive that was chosen before the profile can be taken back.
  if (isLocked(drive, writes) && !isChosen) return { safety: "locked", text: reason };
  if (isLocked(drive, writes)) return { safety: "readOnly", text: words.cannotErase(reason) };
  if (busy !== null) return { safety: "busy", text: busy };
  if (unwritable === null) return { safety: "erasable", text: parts.drive.safety.erasable };
  return { safety: "readOnly", text: used === "" ? parts.drive.safety.readOnly : words.readOnlyUsed(used) };
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
