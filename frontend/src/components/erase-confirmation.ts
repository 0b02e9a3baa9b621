/** The confirmation before drives are erased: the end of one serial, for exactly the drives it was typed for. */
import { useState } from "react";
import type { Drive } from "@/api/types";
import { drivePlace } from "@/lib/drive-place";
import { parts } from "@/messages/parts";
import { isEndingTyped } from "@/parts/drive-safety";
import { driveKey } from "./drive-use";

export interface Confirmation {
  typed: string;
  type: (text: string) => void;
  /** The whole serials of all drives once the end of the first is typed; none before. */
  serials: string[];
}

/** Hold the confirmation for `written`, the drives that will be erased; text typed for others is discarded. */
export function useConfirmation(written: readonly Drive[]): Confirmation {
  const drives = JSON.stringify(written.map(driveKey));
  const [entry, setEntry] = useState({ drives, typed: "" });
  const typed = entry.drives === drives ? entry.typed : "";
  return { typed, type: (text) => setEntry({ drives, typed: text }), serials: confirmedSerials(written, typed) };
}

export function confirmedSerials(written: readonly Drive[], typed: string): string[] {
  const [first] = written;
  if (!first || !isEndingTyped(typed, first.serial)) return [];
  const serials = written.flatMap(({ serial }) => serial ?? []);
  return serials.length === written.length ? serials : [];
}

/** Return where a drive is, within a sentence. */
export function placeInSentence(drive: Drive): string {
  return drive.slot === null ? drivePlace(drive) : parts.drive.inSlot(drive.slot);
}
