/** Safety of drives on their cards. */
import { expect, test } from "vitest";
import { aDrive, anEnrolmentOf } from "@/testing/objects";
import { driveFacts } from "./drive-facts";

const use = { writes: false, busy: null, isChosen: false };
const safety = (drive: Parameters<typeof driveFacts>[0], changed: Partial<typeof use> = {}) => {
  const { safety: kind, safetyText } = driveFacts(drive, { ...use, ...changed });
  return [kind, safetyText];
};
const ENROLLED = aDrive({ enrolment: anEnrolmentOf({ state: "active" }) });
const MOUNTED = aDrive({ in_use_reasons: ["mounted at /"] });

test("an enrolled drive may be erased, another one is read", () => {
  expect(safety(ENROLLED)).toEqual(["erasable", "Enrolled, may be erased"]);
  expect(safety(aDrive())).toEqual(["readOnly", "Read-only tests"]);
  expect(safety(MOUNTED)).toEqual(["readOnly", "Read-only tests, mounted at /"]);
});

test("a drive that must not be written is locked for what writes, and can be taken back once chosen", () => {
  expect(safety(MOUNTED, { writes: true })).toEqual(["locked", "Mounted at /"]);
  expect(safety(aDrive(), { writes: true })).toEqual(["locked", "Not enrolled"]);
  expect(safety(aDrive(), { writes: true, isChosen: true })).toEqual(["readOnly", "Cannot be erased: not enrolled"]);
  expect(safety(aDrive({ stable_id: null }))).toEqual(["locked", "No stable ID"]);
});

test("the place is the slot, or the path where there is none", () => {
  expect(driveFacts(aDrive({ slot: "7" }), use).place).toBe("Slot 7");
  expect(driveFacts(aDrive(), use).place).toBe("/dev/nvme1n1");
  expect(driveFacts(aDrive({ serial: "S64GNE0R904471" }), use).ending).toBe("4471");
});
