import { expect, test } from "vitest";
import { aJob, aProfile, aServer } from "@/testing/objects";
import { cloneDraft } from "./clone";
import { customDocument } from "./custom";
import { parseJobDraft, requestOf } from "./draft";

const REQUEST: NonNullable<ReturnType<typeof aJob>["request"]> = {
  name: "Again",
  labels: {},
  server_id: "server-1",
  engine: "vdbench",
  profile: { name: "quick-4k", version: 3, parameters: { seconds: 20 }, scale: "smoke" },
  target: { kind: "devices", stable_ids: ["nvme-A", "nvme-B"], layout: "parallel" },
  preparation: [{ kind: "discard" }],
  conditioning: "reuse",
  configuration_name: "RAID 10",
  repeats: 7,
  repeat_until: { cv_percent: 4, min_repeats: 3 },
  accept_wear: false,
  priority: 80,
  start_after: null,
  start_before: null,
  on_lost: "requeue_once",
  confirm_serials: [],
  note: "the second try",
};

test("a clone becomes the very request of its job, through the address of the form", () => {
  const draft = cloneDraft(aJob({ request: REQUEST }));
  // As the address hands it to the form.
  const arrived = parseJobDraft(JSON.parse(JSON.stringify(draft)));
  const profile = aProfile({ name: "quick-4k", version: 5, engines: ["fio", "vdbench"] });

  expect(requestOf(arrived, aServer(), profile)).toEqual(REQUEST);
});

test("a file and what nobody asked for stay as they are", () => {
  const plain: typeof REQUEST = {
    ...REQUEST,
    engine: "fio",
    profile: { name: "quick-4k", version: 1, parameters: {}, scale: "full" },
    target: { kind: "file", path: "/srv/scratch", size_bytes: 2 ** 30, copy_to: "/mnt/other/scratch" },
    preparation: [],
    conditioning: "redo",
    configuration_name: null,
    repeats: 1,
    repeat_until: null,
    priority: 50,
    on_lost: "stop",
    note: "",
  };
  const draft = cloneDraft(aJob({ request: plain }));

  expect(requestOf(parseJobDraft(JSON.parse(JSON.stringify(draft))), aServer(), aProfile())).toEqual(plain);
});

test("priority 0 is a priority", () => {
  expect(cloneDraft(aJob({ request: { ...REQUEST, priority: 0 } }))?.priority).toBe(0);
});

test("a job that nobody could submit again has no clone", () => {
  expect(cloneDraft(aJob({ request: null }))).toBeNull();
});

test("a workload of one run comes back as its lists, and one of another origin does not", () => {
  const custom = { block_sizes: "4k, 8k", read: "70", random: "100", threads: "2", depths: "1..32", seconds: 12 };
  const document = customDocument(custom, { fills: false });
  const profile = { name: String(document.name), version: 1, parameters: {}, scale: "full" as const, document };

  const draft = cloneDraft(aJob({ request: { ...REQUEST, profile } }));
  expect(draft).toMatchObject({ custom });
  expect(draft).not.toHaveProperty("profile");
  const foreign = { ...profile, document: { ...document, phases: [] } };
  expect(cloneDraft(aJob({ request: { ...REQUEST, profile: foreign } }))).toBeNull();
});
