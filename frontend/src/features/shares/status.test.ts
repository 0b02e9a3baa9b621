/** Status of a permalink. */
import { expect, test } from "vitest";
import { aDraft, aShare } from "@/testing/share-objects";
import { actionsOf, comparedRuns, labOf, statusOf } from "./status";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const [PAST, AHEAD] = ["2026-11-22T11:00:00Z", "2026-11-22T13:00:00Z"];

test.each([
  [aDraft({ embargo_until: AHEAD }), "draft"],
  [aShare(), "live"],
  [aShare({ embargo_until: PAST, closed_until_embargo: true }), "live"],
  [aShare({ embargo_until: AHEAD }), "embargoed"],
  [aShare({ embargo_until: AHEAD, closed_until_embargo: true }), "closed"],
  [aShare({ expires_at: AHEAD }), "live"],
  [aShare({ expires_at: PAST, embargo_until: PAST }), "expired"],
  [aShare({ expires_at: PAST, revoked_at: PAST }), "withdrawn"],
])("case %#", (share, status) => {
  expect(statusOf(share, NOW)).toBe(status);
});

test("what was published is never removed, and what nobody can open is not corrected", () => {
  expect(actionsOf(aDraft())).toEqual(["edit", "publish", "remove"]);
  expect(actionsOf(aShare())).toEqual(["version", "addresses", "correct", "withdraw"]);
  expect(actionsOf(aShare({ can_manage: false }))).toEqual(["version", "correct", "withdraw"]);
  expect(actionsOf(aShare({ correction: "Wrong." }))).toEqual([
    "version",
    "addresses",
    "correct",
    "uncorrect",
    "withdraw",
  ]);
  expect(actionsOf(aShare({ expires_at: "2020-01-01T00:00:00Z" }))).toEqual(["version", "addresses", "withdraw"]);
  expect(actionsOf(aShare({ revoked_at: "2020-01-01T00:00:00Z" }))).toEqual(["version"]);
  const elsewhere = { address: null, product: "1", lineage_id: "x", version: 1, at: "", by: null, runs: [] };
  expect(actionsOf(aShare({ received: elsewhere }))).toEqual(["addresses", "correct", "withdraw"]);
  expect(actionsOf(aDraft({ received: elsewhere }))).toEqual(["publish", "removeReceived"]);
  const here = { ...elsewhere, runs: [{ there: "r-3", here: "r-12", removable: true }] };
  expect(actionsOf(aDraft({ received: here }))).toEqual(["compare", "publish", "removeReceived"]);
  expect(comparedRuns({ received: here })).toEqual(["r-12"]);
  expect(labOf(elsewhere)).toBeNull();
  expect(labOf({ address: "https://lab.example/s/abc" })).toBe("lab.example");
  expect(labOf({ address: "no address" })).toBeNull();
});
