/** The difference from the baseline as a column of the list. */
import { expect, test } from "vitest";
import { differenceOf, dropUsualPlace, placeDifference } from "./baseline-column";

const COLUMNS = ["curve", "iops", 'p99@"4K"', "state"];

test("the difference is behind the figures unless the address has a place for it", () => {
  expect(placeDifference(COLUMNS, "r-4")).toEqual(["curve", "iops", 'p99@"4K"', "vs", "state"]);
  expect(placeDifference(["vs", ...COLUMNS], "r-4")).toEqual(["vs", ...COLUMNS]);
  expect(placeDifference(["vs", ...COLUMNS], undefined)).toEqual(COLUMNS);
  expect(dropUsualPlace(placeDifference(COLUMNS, "r-4"))).toEqual(COLUMNS);
  expect(dropUsualPlace(["vs", ...COLUMNS])).toEqual(["vs", ...COLUMNS]);
});

test("the figure that orders the list is compared, else its first one", () => {
  const baseline = "r-4";
  expect(differenceOf(COLUMNS, { baseline })).toBe("vs(iops, r-4)");
  expect(differenceOf(COLUMNS, { baseline, sort: '-p99@"4K"' })).toBe('vs(p99@"4K", r-4)');
  expect(differenceOf(COLUMNS, { baseline, sort: "state" })).toBe("vs(iops, r-4)");
  expect(differenceOf(["state"], { baseline })).toBe("vs(iops, r-4)");
});
