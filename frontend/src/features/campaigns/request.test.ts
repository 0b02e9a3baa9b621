/** The request of a campaign. */
import { expect, test } from "vitest";
import { aProfile, aServer } from "@/testing/objects";
import { parseCampaignDraft } from "./draft";
import { availableDrives, commonEngines, requestOf, writesToDrives } from "./request";

const PROFILE = aProfile();
const READS = aProfile({ name: "reads", writes: false });
const DRAFT = parseCampaignDraft({
  layouts: ["jbod", "raid5"],
  counts: [4],
  drives: ["nvme-A", "nvme-B"],
  workloads: [{ profile: "quick-4k" }],
});

test("there is no request without a server, a configuration with drives, and a workload that the lab has", () => {
  expect(requestOf(DRAFT, aServer(), [PROFILE])).not.toBeNull();
  expect(requestOf(DRAFT, undefined, [PROFILE])).toBeNull();
  expect(requestOf(DRAFT, aServer(), [])).toBeNull();
  expect(requestOf({ ...DRAFT, drives: undefined }, aServer(), [PROFILE])).toBeNull();
  expect(requestOf({ ...DRAFT, counts: undefined }, aServer(), [PROFILE])).toBeNull();
});

test("a file beside arrays is a configuration of its own", () => {
  const request = requestOf({ ...DRAFT, file_bytes: 1024 ** 2 }, aServer(), [PROFILE]);

  expect(request?.axes).toBeUndefined();
  expect(request?.configurations).toMatchObject([
    { layout: "file", size_bytes: 1024 ** 2 },
    { layout: "jbod", drives: 4, size_bytes: null },
    { layout: "raid5", drives: 4, size_bytes: null },
  ]);
});

test("arrays and writing destroy drives; files, and drives as they are that are only read, do not", () => {
  const reading = [{ workload: { profile: "reads" }, profile: READS }];
  const writing = [{ workload: { profile: "quick-4k" }, profile: PROFILE }];
  const jbod = { ...DRAFT, layouts: ["jbod" as const] };

  expect(writesToDrives(DRAFT, reading)).toBe(true);
  expect(writesToDrives(jbod, reading)).toBe(false);
  expect(writesToDrives({ ...jbod, over: [20] }, reading)).toBe(true);
  expect(writesToDrives(jbod, writing)).toBe(true);
  expect(writesToDrives({ file_bytes: 1024 ** 2 }, writing)).toBe(false);
});

test("an engine has to run every workload", () => {
  const both = aProfile({ engines: ["fio", "vdbench"] });
  expect(commonEngines([both, PROFILE])).toEqual(["fio"]);
  expect(commonEngines([both])).toEqual(["fio", "vdbench"]);
  expect(commonEngines([])).toEqual([]);
});

test("no more drives are there than were named, or than are taken of them", () => {
  expect(availableDrives(DRAFT)).toBe(2);
  expect(availableDrives({ ...DRAFT, binding: "any", binding_count: 1 })).toBe(1);
  expect(availableDrives({})).toBeNull();
});
