/** The serial numbers that are typed before drives may be destroyed: never part of the draft, never filled in. */
import type { Drive } from "@/api/types";
import { destruction } from "@/messages/destruction";
import { driveKey } from "./drive-use";

const ENDING_LENGTH = 6;

/** What was typed, by the name of the drive in the draft. */
export type TypedSerials = Record<string, string>;

/** To the letter, but for spaces around it: half a serial number proves nothing. */
export function isTyped(drive: Drive, typed: TypedSerials): boolean {
  return drive.serial !== null && typed[driveKey(drive)]?.trim() === drive.serial;
}

/** The serial numbers for the request, or none while one is missing or wrong. */
export function confirmedSerials(drives: readonly Drive[], typed: TypedSerials): string[] {
  const complete = drives.length > 0 && drives.every((drive) => isTyped(drive, typed));
  return complete ? drives.flatMap(({ serial }) => serial ?? []) : [];
}

/** A drive as people tell it apart: model and the end of its serial number. */
export function driveName({ model, serial }: Drive): string {
  return destruction.drive(model ?? destruction.unknownModel, serial?.slice(-ENDING_LENGTH) ?? "?");
}
