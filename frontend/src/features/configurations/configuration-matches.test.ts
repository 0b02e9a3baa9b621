/** Completion over configurations. */
import { expect, test } from "vitest";
import { matchingConfigurations } from "./configuration-matches";

const ITEMS = [
  { number: "c-22", name: "PERC 12 · RAID 10 · 16 × P5520" },
  { number: "c-2", name: "PERC 11 · RAID 5 · 8 × P5520" },
];
const numbersOf = (text: string) => matchingConfigurations(ITEMS, text).map(({ number }) => number);

test("words are found anywhere in name and number, in any order and case", () => {
  expect(numbersOf("")).toEqual(["c-22", "c-2"]);
  expect(numbersOf("raid 10 perc")).toEqual(["c-22"]);
  expect(numbersOf("p5520 PERC 11")).toEqual(["c-2"]);
  expect(numbersOf("nothing")).toEqual([]);
});

test("an exact number comes first, and one that is not listed can be entered, as can a run", () => {
  expect(numbersOf("c-2")).toEqual(["c-2", "c-22"]);
  expect(numbersOf("C-900")).toEqual(["c-900"]);
  expect(numbersOf("r-4821")).toEqual(["r-4821"]);
});
