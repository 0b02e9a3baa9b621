/** Serial numbers that are typed before anything is destroyed. */
import { expect, test } from "vitest";
import { aDrive } from "@/testing/objects";
import { confirmedSerials, driveName } from "./serials";

const FIRST = aDrive({ id: "d-1", stable_id: "nvme-A", serial: "S6CKNX0W100001" });
const SECOND = aDrive({ id: "d-2", stable_id: "nvme-B", serial: "S6CKNX0W100002" });

test("nothing is confirmed until every serial number is typed to the letter", () => {
  expect(confirmedSerials([FIRST, SECOND], { "nvme-A": "S6CKNX0W100001" })).toEqual([]);
  expect(confirmedSerials([FIRST, SECOND], { "nvme-A": "S6CKNX0W100001", "nvme-B": "100002" })).toEqual([]);
  expect(confirmedSerials([FIRST, SECOND], { "nvme-A": " S6CKNX0W100001 ", "nvme-B": "S6CKNX0W100002" })).toEqual([
    "S6CKNX0W100001",
    "S6CKNX0W100002",
  ]);
});

test("a drive without a serial number cannot be confirmed, nor can no drive", () => {
  expect(confirmedSerials([aDrive({ serial: null })], { "nvme-DRIVE_1": "" })).toEqual([]);
  expect(confirmedSerials([], {})).toEqual([]);
});

test("a drive is named by model and the end of its serial number", () => {
  expect(driveName(FIRST)).toBe("DRIVE (serial number ending in 100001)");
});
