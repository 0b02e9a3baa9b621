/** The author's choice of findings, without its list. */
import { expect, test } from "vitest";
import { someAvailableOptions } from "@/testing/share-objects";
import { earlierFindings, moveFinding, offeredFindings, requestedFindings } from "./findings";

const offer = Object.assign(someAvailableOptions(), {
  findings: [
    { key: "f1", finding: null, origin: "computed", sentence: "First.", default: true },
    { key: "f2", finding: null, origin: "computed", sentence: "Second.", default: true },
    { key: null, finding: "f-7", origin: "published", sentence: "Third.", default: false },
  ],
});

test("findings as the lab offers them are not requested", () => {
  expect(requestedFindings(offeredFindings(offer), offer)).toBeUndefined();
  expect(offeredFindings(someAvailableOptions())).toEqual([]);
});

test("findings are reordered, replaced and silenced", () => {
  const [first, second, third] = moveFinding(offeredFindings(offer), 1, -1);
  if (!first || !second || !third) throw new Error("three findings are offered");
  const chosen = [
    { ...first, text: " Mine. " },
    { ...second, isShown: false },
    { ...third, isShown: true },
  ];
  expect(requestedFindings(chosen, offer)).toEqual([{ key: "f2", text: "Mine." }, { finding: "f-7" }]);
});

test("a version begins with the findings of the one before", () => {
  const before = { findings: [{ key: null, finding: "f-7", text: "Ours." }] };
  const entries = earlierFindings(offeredFindings(offer), before);
  expect(entries.map(({ id, text, isShown }) => [id, text, isShown])).toEqual([
    ["f-7", "Ours.", true],
    ["f1", "", false],
    ["f2", "", false],
  ]);
});
