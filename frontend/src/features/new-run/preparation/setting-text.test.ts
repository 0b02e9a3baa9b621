/** Settings in words: nothing that can be chosen is without a name. */
import { expect, test } from "vitest";
import { operations } from "@/messages/operations";
import { KINDS, settingsOf } from "./catalogue";
import { choiceLabel, serialList } from "./setting-text";

test("every setting has a name", () => {
  const settings = KINDS.flatMap((kind) => settingsOf(kind).map(({ name }) => name));
  expect(settings.filter((name) => !(name in operations.settings))).toEqual([]);
});

test("choices are written for people", () => {
  expect(choiceLabel("block_bytes", 1_048_576)).toBe("1 MiB");
  expect(choiceLabel("ses", 2)).toBe("cryptographically");
  expect(choiceLabel("activities", "patrol_read")).toBe("patrol read");
});

test("serial numbers may be parted by commas, spaces or lines", () => {
  expect(serialList(" ZA1, ZA2\nZA3;")).toEqual(["ZA1", "ZA2", "ZA3"]);
  expect(serialList(" ")).toEqual([]);
});
