/** The request of a campaign. */
import { expect, test } from "vitest";
import type { Server } from "@/api/types";
import { aProfile, aServer } from "@/testing/objects";
import { type CampaignDraft, parseCampaignDraft } from "./draft";
import {
  availableDrives,
  commonEngines,
  missingForLayouts,
  requestOf,
  sharesOf,
  writesToDrives,
  writtenIds,
} from "./request";

const PROFILE = aProfile();
const READS = aProfile({ name: "reads", writes: false });
const DRAFT = parseCampaignDraft({
  layouts: ["jbod", "raid5"],
  counts: [4],
  drives: ["nvme-A", "nvme-B"],
  workloads: [{ profile: "quick-4k" }],
});

/** Build the request of a draft whose servers exist; the typed serial numbers are given for each. */
function request(draft: CampaignDraft, servers: (Server | undefined)[] = [aServer()], profiles = [PROFILE]) {
  const chosen = sharesOf(draft).map((share, index) => ({ share, server: servers[index], serials: [`S${index}`] }));
  return requestOf(draft, chosen, profiles);
}

test("there is no request without a server, a configuration with drives, and a workload that the lab has", () => {
  expect(request(DRAFT)).not.toBeNull();
  expect(request(DRAFT, [undefined])).toBeNull();
  expect(request(DRAFT, [aServer()], [])).toBeNull();
  expect(request({ ...DRAFT, drives: undefined })).toBeNull();
  expect(request({ ...DRAFT, counts: undefined })).toBeNull();
});

test.each([
  [
    "drives per array",
    { counts: undefined },
    "Enter the drives per array for JBOD and RAID 5, or clear these layouts.",
  ],
  ["spare areas", { over: [] }, "Tick a spare area for JBOD and RAID 5, or clear these layouts."],
  ["controllers", { controllers: [] }, "Enter the number of controllers for JBOD and RAID 5, or clear these layouts."],
  ["combinations", { without: ["raid5:4:0"] }, "Tick a combination for RAID 5, or clear this layout."],
  ["drives", { drives: undefined }, "Choose drives for JBOD and RAID 5, or clear these layouts."],
])("a ticked layout is not dropped beside an empty list of %s", (_list, patch, missing) => {
  const others = { file_bytes: 1024 ** 2, devices: [{ ids: ["scsi-1"] }] };
  const draft = { ...DRAFT, ...others, ...patch };
  expect(request(draft)).toBeNull();
  expect(missingForLayouts(draft)).toBe(missing);
});

test("nothing is missing where every ticked layout has a row, on any of the servers", () => {
  expect(missingForLayouts(DRAFT)).toBeNull();
  expect(missingForLayouts({ ...DRAFT, drives: undefined, more: [{ drives: ["x"] }] })).toBeNull();
  expect(missingForLayouts({ file_bytes: 1024 ** 2 })).toBeNull();
});

test("a file beside arrays is a configuration of its own", () => {
  const requested = request({ ...DRAFT, file_bytes: 1024 ** 2 });

  expect(requested?.axes).toBeUndefined();
  expect(requested?.configurations).toMatchObject([
    { layout: "file", size_bytes: 1024 ** 2 },
    { layout: "jbod", drives: 4, size_bytes: null },
    { layout: "raid5", drives: 4, size_bytes: null },
  ]);
});

test("devices as they stand are rows of the server that has them", () => {
  const devices = [{ ids: ["scsi-1"], name: "PERC" }, { ids: [] }];
  const alone = request(parseCampaignDraft({ devices, workloads: DRAFT.workloads }));
  expect(alone?.configurations).toMatchObject([{ layout: "device", stable_ids: ["scsi-1"], name: "PERC" }]);
  expect(alone).toMatchObject({ drives: null, states: ["optimal"] });

  const other = { server: "s-2", devices };
  const both = request({ ...DRAFT, more: [other] }, [aServer(), aServer({ id: "server-2", name: "rack-5" })]);
  expect(both?.server_id).toBeUndefined();
  expect(both?.name).toBe("Campaign on rack-4 and rack-5");
  expect(both?.servers).toMatchObject([
    { server_id: "server-1", axes: { layouts: ["jbod", "raid5"], drive_counts: [4] }, confirm_serials: ["S0"] },
    { server_id: "server-2", drives: null, configurations: [{ layout: "device" }], confirm_serials: ["S1"] },
  ]);
});

test("every server needs a share of its own", () => {
  expect(request({ ...DRAFT, more: [{ server: "s-2" }] }, [aServer(), aServer({ id: "server-2" })])).toBeNull();
  expect(request({ ...DRAFT, more: [{ drives: ["x"] }] }, [aServer(), undefined])).toBeNull();
});

test("drives are asked for from so many controllers", () => {
  const draft = { ...DRAFT, controllers: [1, 2] };
  expect(request(draft)?.axes).toMatchObject({ controller_counts: [1, 2] });
  const without = ["jbod:4:0:1"];
  expect(request({ ...draft, without })?.configurations).toMatchObject([
    { layout: "jbod", controllers: 2 },
    { layout: "raid5", controllers: 1 },
    { layout: "raid5", controllers: 2 },
  ]);
});

test("what is written to are the drives of layouts, and devices where a workload writes", () => {
  const share = { drives: ["a"], devices: [{ ids: ["b", "c"] }] };
  const reading = [{ workload: { profile: "reads" }, profile: READS }];
  const writing = [{ workload: { profile: "quick-4k" }, profile: PROFILE }];
  expect(writtenIds(DRAFT, share, reading)).toEqual(["a"]);
  expect(writtenIds(DRAFT, share, writing)).toEqual(["a", "b", "c"]);
  expect(writtenIds({}, share, reading)).toEqual([]);
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
  expect(availableDrives({ ...DRAFT, more: [{ drives: ["x", "y", "z"] }] })).toBe(3);
});

test("a file may have a second place, and cells may repeat until their runs agree", () => {
  const draft = parseCampaignDraft({
    file_bytes: 2 ** 24,
    copy_to: " /mnt/other/lab.dat ",
    workloads: DRAFT.workloads,
  });
  expect(request(draft)?.configurations).toMatchObject([{ layout: "file", copy_to: "/mnt/other/lab.dat" }]);
  expect(request(draft)).toMatchObject({ repeats: 1, repeat_until: null });
  const until = parseCampaignDraft({ ...draft, repeat_cv: 2.5 });
  expect(request(until)).toMatchObject({ repeats: 10, repeat_until: { cv_percent: 2.5, min_repeats: 3 } });
  expect(parseCampaignDraft({ repeat_cv: -1 }).repeat_cv).toBeUndefined();
});

test("two models have rows of their own, and one alone has none", () => {
  expect(request({ ...DRAFT, models: ["PM9A3", "S3710"] })?.axes).toMatchObject({ models: ["PM9A3", "S3710"] });
  expect(request({ ...DRAFT, models: ["PM9A3"] })?.axes).toMatchObject({ models: null });
  const without = ["jbod:4:0::PM9A3"];
  expect(request({ ...DRAFT, models: ["PM9A3", "S3710"], without })?.configurations).toMatchObject([
    { layout: "jbod", model: "S3710" },
    { layout: "raid5", model: "PM9A3" },
    { layout: "raid5", model: "S3710" },
  ]);
});

test("people have time to decide only where the campaign asks them", () => {
  const draft = parseCampaignDraft({ ...DRAFT, decide_after: 18_000, decide_with: "keep_both" });
  expect(request(draft)).toMatchObject({ decide_after_seconds: 18_000, decide_with: "keep_both" });
  expect(request({ ...draft, on_drive_failure: "redo" })).toMatchObject({ decide_after_seconds: null });
  expect(request(DRAFT)).toMatchObject({ decide_after_seconds: null, decide_with: "redo" });
});
