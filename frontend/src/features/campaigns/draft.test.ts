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
