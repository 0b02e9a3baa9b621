/** Rows and history of permalinks. */
import { expect, test } from "vitest";
import { aDraft, anAddress, aShare } from "@/testing/share-objects";
import { historyOf, layoutOf, recentViews, shareOfRow, shareRowsOf, splitAmounts } from "./share-rows";

const TWO = [anAddress(), anAddress({ id: "address-2", number: 2, audience: "Reviewers" })];

test("the chosen permalink has a row for each of several audiences", () => {
  const shares = [aShare({ addresses: TWO }), aDraft(), aShare({ number: "p-3", addresses: [anAddress()] })];
  const keys = (chosen?: string) => shareRowsOf(shares, chosen).map(({ key }) => key);
  expect(keys()).toEqual(["p-1", "p-2", "p-3"]);
  expect(keys("p-1")).toEqual(["p-1", "p-1/1", "p-1/2", "p-2", "p-3"]);
  expect(keys("p-3")).toEqual(["p-1", "p-2", "p-3"]);
  expect([shareOfRow("p-1/2"), shareOfRow("p-3"), shareOfRow(undefined)]).toEqual(["p-1", "p-3", undefined]);
});

test("a permalink is named by its layout, and by its subject where it cannot be read", () => {
  expect(layoutOf(aShare())).toBe("Article");
  expect(layoutOf(aShare({ layout: "snia" }))).toBe("SNIA report");
  expect(layoutOf(aShare({ layout: null, kind: "campaign" }))).toBe("Campaign");
});

test("numbers with units are pieces of a finding", () => {
  const sentence = "RAID 10 writes 3.3 times as much: 11.3M IOPS against 3,473,446 IOPS, \u221212 % at 4 KB, QD 32.";
  const pieces = splitAmounts(sentence);
  expect(pieces.map(({ text }) => text).join("")).toBe(sentence);
  expect(pieces.filter(({ isAmount }) => isAmount).map(({ text }) => text)).toEqual([
    "3.3 times",
    "11.3M IOPS",
    "3,473,446 IOPS",
    "\u221212 %",
  ]);
  expect(splitAmounts("")).toEqual([]);
});

test("views of 30 days are summed", () => {
  expect(recentViews([0, 2, 9, 13])).toBe(24);
});

test("the history has each step once, the newest first", () => {
  const share = aShare({
    created_at: "2026-11-20T09:00:00Z",
    published_at: "2026-11-20T09:00:00Z",
    corrected_at: "2026-11-21T08:00:00Z",
    addresses: [
      anAddress({ created_at: "2026-11-20T09:00:00Z" }),
      anAddress({
        number: 2,
        audience: "Reviewers",
        created_at: "2026-11-20T10:00:00Z",
        revoked_at: "2026-11-22T08:00:00Z",
      }),
    ],
  });
  expect(historyOf(share).map(({ kind, audience }) => [kind, audience])).toEqual([
    ["addressWithdrawn", "Reviewers"],
    ["corrected", undefined],
    ["address", "Reviewers"],
    ["published", undefined],
    ["frozen", undefined],
  ]);
});
