/** The draft of a campaign. */
import { expect, test } from "vitest";
import { parseCampaignDraft } from "./draft";

test("a draft that was tampered with keeps what can be understood", () => {
  const draft = parseCampaignDraft({
    layouts: ["raid5", "raid7", "jbod"],
    counts: [8, 4, 4, 0, "many"],
    over: [20, 13],
    drives: ["a", 7],
    states: ["optimal", "burning"],
    workloads: [{ profile: "quick-4k", parameters: { seconds: 5, name: "x" }, scale: "huge" }, { label: "none" }, 7],
    deadline: "tomorrow",
    binding: "these",
    accept: ["cells_dropped", "magic"],
    on_drive_failure: "ask",
    file_bytes: -1,
  });

  expect(draft).toEqual({
    layouts: ["jbod", "raid5"],
    counts: [4, 8],
    over: [20],
    drives: ["a"],
    states: ["optimal"],
    workloads: [{ profile: "quick-4k", parameters: { seconds: 5 } }],
    accept: ["cells_dropped"],
  });
});

test("every further server has a share of its own", () => {
  const draft = parseCampaignDraft({
    server: "s-1",
    controllers: [2, 1, 0],
    models: ["PM9A3", 7, "S3710"],
    decide_after: 18_000,
    decide_with: "redo",
    devices: [{ ids: ["scsi-1", 7], name: "LUN" }, "none"],
    more: [{ server: "s-2", drives: ["a"], binding: "any", binding_count: 1, layouts: ["jbod"] }, 3],
  });

  expect(draft).toEqual({
    server: "s-1",
    controllers: [1, 2],
    models: ["PM9A3", "S3710"],
    decide_after: 18_000,
    devices: [{ ids: ["scsi-1"], name: "LUN" }],
    more: [{ server: "s-2", drives: ["a"], binding: "any", binding_count: 1 }],
  });
});
