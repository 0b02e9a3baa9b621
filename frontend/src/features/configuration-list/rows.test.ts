/** Values derived from the rows of the configuration list. */
import { expect, test } from "vitest";
import { aConfigurationRow as aRow, someResult } from "@/testing/configuration-objects";
import { countTab, detailOf, groupOf, hasDropped, rangeScale, rowsOfTab, titleOf, unusualFirmware } from "./rows";
import type { ListTab } from "./search";

test("a configuration is called by its drives, and by its name where they are not known", () => {
  expect(titleOf(aRow({ drives: "16 x P5520 3.84 TB" }))).toBe("16\u00a0× P5520 3.84 TB");
  expect(titleOf(aRow({ drives: null, name: "Review, RAID 5" }))).toBe("Review, RAID 5");
});

test("its second line has what is known, and a condition only where it is not optimal", () => {
  expect(detailOf(aRow({ strip: "64 KiB", write_policy: "write through", condition: "optimal" }))).toBe(
    "64 KiB · write-through",
  );
  expect(detailOf(aRow({ strip: null, write_policy: null, condition: "rebuilding" }))).toBe("rebuilding");
  expect(detailOf(aRow({ strip: null, write_policy: null, condition: null, over_provisioning: "42 %" }))).toBe(
    "42\u00a0% over-provisioning",
  );
});

const ROWS = [
  aRow({ number: "c-1", level: "RAID 10", is_in_place: true }),
  aRow({ number: "c-2", level: "RAID 50", is_measuring: true }),
  aRow({ number: "c-3", level: "RAID 50", origin: "published" }),
];
const numbers = (tab?: ListTab) => rowsOfTab(ROWS, tab).map(({ number }) => number);

test("tabs narrow the list", () => {
  expect(numbers()).toEqual(["c-1", "c-2", "c-3"]);
  expect(numbers("in_place")).toEqual(["c-1", "c-2"]);
  expect(numbers("published")).toEqual(["c-3"]);
  expect(countTab(ROWS, "in_place")).toBe(2);
});

test("firmware is unusual beside the same controller, or the same drives without one", () => {
  const rows = [
    aRow({ number: "c-1", controller: "A", firmware: "1", firmware_of: "controller" }),
    aRow({ number: "c-2", controller: "A", firmware: "1", firmware_of: "controller" }),
    aRow({ number: "c-3", controller: "A", firmware: "2", firmware_of: "controller" }),
    aRow({ number: "c-4", controller: "B", firmware: "9", firmware_of: "controller" }),
    aRow({ number: "c-5", controller: null, drives: "8 x X", firmware: "7", firmware_of: "drives" }),
    aRow({ number: "c-6", controller: null, drives: "8 x Y", firmware: "8", firmware_of: "drives" }),
    aRow({ number: "c-7", controller: "A", firmware: null, firmware_of: null }),
  ];
  expect([...unusualFirmware(rows)]).toEqual(["c-3"]);
});

test("ranges share one scale, by decades where values are far apart", () => {
  const near = rangeScale([{ result: someResult([100, 200]) }, { result: null }, { result: someResult([300]) }]);
  expect([near(100), near(200), near(300)]).toEqual([0, 0.5, 1]);
  const far = rangeScale([{ result: someResult([10]) }, { result: someResult([1000]) }]);
  expect([far(10), far(1000)]).toEqual([0, 1]);
  expect(far(100)).toBeCloseTo(0.5);
  expect(rangeScale([{ result: someResult([5]) }])(5)).toBe(0.5);
});

test("a drop is a newest run far below all before it", () => {
  expect(hasDropped([100, 110, 105, 80])).toBe(true);
  expect(hasDropped([100, 110, 105, 95])).toBe(false);
  expect(hasDropped([100, 110, 50])).toBe(false);
});

test("those without a controller are a group of their own", () => {
  expect(groupOf({ controller: null })).toEqual({ key: "", title: "No controller" });
  expect(groupOf({ controller: "2 x PERC 12" }).title).toBe("2\u00a0× PERC 12");
});
