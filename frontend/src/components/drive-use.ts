/** Permitted uses of a drive by a job, and the reasons for limits. */
import type { Drive } from "@/api/types";
import { destruction } from "@/messages/destruction";

const words = destruction.reasons;

/**
 * Return the reason why a drive cannot be a target at all, or null when it can be read. Its server decides if it is in
 * use.
 */
export function readLock({ present, stable_id }: Drive): string | null {
  if (!present) return words.absent;
  return stable_id === null ? words.noId : null;
}

/**
 * Return the reason why a readable drive cannot be written, or null when it may be destroyed. The server has the last
 * word.
 */
export function writeLock({ protected: isProtected, serial, enrolment, in_use_reasons }: Drive): string | null {
  if (in_use_reasons.length > 0) return words.used(in_use_reasons.join(" · "));
  if (isProtected) return words.protected;
  if (serial === null) return words.noSerial;
  if (!enrolment) return words.notEnrolled;
  switch (enrolment.state) {
    case "active":
      return null;
    case "void":
      return words.void(enrolment.void_reason);
    default:
      return words[enrolment.state];
  }
}

/** Return the name of a drive in a draft and in a request. */
export function driveKey({ stable_id, id }: Pick<Drive, "stable_id" | "id">): string {
  return stable_id ?? id;
}
