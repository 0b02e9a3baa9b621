/** Places of drives. */
import { expect, test } from "vitest";
import { drivePlace } from "./drive-place";

test("a drive is called by its path, and behind a controller by its place there", () => {
  const drive = { number: "d-3", path: "/dev/sda", kernel_name: "sda", location: "/c0/e252/s3" };

  expect(drivePlace(drive)).toBe("/dev/sda");
  expect(drivePlace({ ...drive, path: null, kernel_name: null })).toBe("/c0/e252/s3");
  expect(drivePlace({ ...drive, path: null, kernel_name: null, location: null })).toBe("d-3");
});
