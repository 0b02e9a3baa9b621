/** Drives in words. */
import { expect, test } from "vitest";
import { AT, aDrive, anEnrolmentOf } from "@/testing/objects";
import { enrolmentText, signatureText } from "./enrolment-text";

test("protection stands above every enrolment", () => {
  expect(enrolmentText(aDrive({ protected: true, enrolment: anEnrolmentOf({ state: "active" }) }))).toBe("protected");
});

test("an enrolment says until when, or why it no longer holds", () => {
  expect(enrolmentText(aDrive())).toBe("not enrolled");
  expect(enrolmentText(aDrive({ enrolment: anEnrolmentOf({ state: "active", expires_at: null }) }))).toBe(
    "may be erased",
  );
  expect(enrolmentText(aDrive({ enrolment: anEnrolmentOf({ state: "active", expires_at: AT }) }))).toMatch(
    /^may be erased until /,
  );
  expect(enrolmentText(aDrive({ enrolment: anEnrolmentOf({ state: "void", void_reason: "Its size changed." }) }))).toBe(
    "ended: Its size changed.",
  );
});

test("what was seen on a drive is named once", () => {
  expect(signatureText(aDrive({ filesystem: "ext4", in_use_reasons: ["ext4", "mounted at /srv"] }))).toBe(
    "ext4 · mounted at /srv",
  );
  expect(signatureText(aDrive())).toBe("none recognised");
});
