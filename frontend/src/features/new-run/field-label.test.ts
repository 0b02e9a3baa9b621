/** Names of the page's fields in a refusal. */
import { expect, test } from "vitest";
import { aProfile } from "@/testing/objects";
import { fieldId } from "./field-id";
import { fieldLabel } from "./field-label";

const profile = aProfile({
  parameters: [{ name: "max_rounds", title: "Rounds at most", unit: "", default: 10, min: 5, max: 100 }],
});

test.each([
  ["target.size_bytes", "Size in MiB", "field-target-size_bytes"],
  ["target.stable_ids.1", "Target drives", "field-target-stable_ids"],
  ["profile.parameters.max_rounds", "Rounds at most", "field-profile-parameters-max_rounds"],
  ["profile.parameters.other", undefined, "field-profile-parameters-other"],
  ["profile.document.phases.1.sweep.queue_depth", "Queue depths", "field-custom-depths"],
  ["profile.document.phases", "Custom workload", "field-custom-block_sizes"],
  ["preparation.0.fill.passes", undefined, "field-preparation"],
])("%s", (path, label, id) => {
  expect(fieldLabel(path, profile)).toBe(label);
  expect(fieldId(path)).toBe(id);
});
