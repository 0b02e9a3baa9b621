/** Erasure permission of a drive in words. */
import type { Drive } from "@/api/types";
import { formatDateTime } from "@/lib/units";
import { messages } from "@/messages";
import { serverCare } from "@/messages/server-care";

const words = serverCare.enrolment;

export function enrolmentText({ enrolment, protected: isProtected }: Drive): string {
  if (isProtected) return words.protected;
  if (!enrolment) return words.none;
  switch (enrolment.state) {
    case "active":
      return words.active(enrolment.expires_at && formatDateTime(enrolment.expires_at));
    case "void":
      return words.void(enrolment.void_reason ?? messages.unknown);
    default:
      return words[enrolment.state];
  }
}

/** Signatures, mounts and members that a discovery saw on a drive. */
export function signatureText({ filesystem, mountpoints, in_use_reasons }: Drive): string {
  const seen = new Set([filesystem, ...mountpoints, ...in_use_reasons].filter((text) => text !== null && text !== ""));
  return [...seen].join(" · ") || serverCare.noSignatures;
}
