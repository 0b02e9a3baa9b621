/** Permitted uses of a drive. */
import { expect, test } from "vitest";
import { aDrive, anEnrolmentOf } from "@/testing/objects";
import { readLock, writeLock } from "./drive-use";

test("a drive without a stable id or an absent one cannot be a target", () => {
  expect(readLock(aDrive())).toBeNull();
  expect(readLock(aDrive({ stable_id: null }))).toBe("no stable ID");
  expect(readLock(aDrive({ present: false }))).toBe("not present");
});

test("use at the last discovery locks writing and not reading", () => {
  const used = aDrive({ in_use_reasons: ["mounted at /", "swap"], enrolment: anEnrolmentOf({ state: "active" }) });
  expect(readLock(used)).toBeNull();
  expect(writeLock(used)).toBe("in use at the last discovery: mounted at / · swap (its server decides)");
});

test("only an enrolled drive that nobody protected may be overwritten", () => {
  const enrolment = anEnrolmentOf({ state: "active" });
  expect(writeLock(aDrive({ enrolment }))).toBeNull();
  expect(writeLock(aDrive({ enrolment, protected: true }))).toBe("protected");
  expect(writeLock(aDrive({ enrolment, serial: null }))).toBe("no serial number");
  expect(writeLock(aDrive())).toBe("not enrolled");
  expect(writeLock(aDrive({ enrolment: anEnrolmentOf({ state: "proposed" }) }))).toContain("waits for the command");
  expect(writeLock(aDrive({ enrolment: anEnrolmentOf({ state: "void", void_reason: "Its size changed." }) }))).toBe(
    "enrolment void: Its size changed.",
  );
});
