/** Matching entries of the palette, and their order. */
import { IconCommand } from "@tabler/icons-react";
import { expect, test } from "vitest";
import type { PaletteEntry } from "./palette-entries";
import { MAX_PER_GROUP, markWords, rank, scoreOf, wordsOf } from "./palette-ranking";

const entry = (title: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id: title,
  group: "things",
  title,
  Icon: IconCommand,
  does: "/",
  ...more,
});
const titles = (entries: readonly PaletteEntry[], q: string) =>
  rank(entries, q).flatMap((group) => group.entries.map(({ title }) => title));

test("all words have to occur, in the title or beside it", () => {
  const drive = entry("Samsung PM9A3", { detail: "drive · slot 7" });
  expect(scoreOf(drive, wordsOf("pm9a3 slot"))).toBeGreaterThan(0);
  expect(scoreOf(drive, wordsOf("pm9a3 server"))).toBe(0);
});

test("a title comes before other words, and its beginning before its middle", () => {
  const entries = [
    entry("Hardware changes", { also: "the queue" }),
    entry("Unqueued"),
    entry("The queue of servers"),
    entry("Queue"),
  ];
  expect(titles(entries, "queue")).toEqual(["Queue", "The queue of servers", "Unqueued", "Hardware changes"]);
});

test("the group with the best match is first, and each is cut", () => {
  const runs = Array.from({ length: 20 }, (_, index) => entry(`Nightly theme ${index}`, { group: "runs" }));
  const groups = rank([...runs, entry("Theme", { group: "do" })], "theme");
  expect(groups.map(({ group }) => group)).toEqual(["do", "runs"]);
  expect(groups[1]?.entries).toHaveLength(MAX_PER_GROUP);
});

test("what the lab found by other fields stays, behind all others", () => {
  const byLabel = entry("Rack 4", { id: "server s-4" });
  const ranked = rank([byLabel, entry("season pass")], "season", ({ id }) => id === "server s-4");
  expect(ranked.flatMap(({ entries }) => entries.map(({ title }) => title))).toEqual(["season pass", "Rack 4"]);
});

test("what was typed is marked, whatever its case and letters", () => {
  expect(markWords("Samsung PM9A3 (x.y)", ["pm9a3", "(x."])).toEqual([
    { text: "Samsung ", isMatch: false },
    { text: "PM9A3", isMatch: true },
    { text: " ", isMatch: false },
    { text: "(x.", isMatch: true },
    { text: "y)", isMatch: false },
  ]);
  expect(markWords("all", [])).toEqual([{ text: "all", isMatch: false }]);
});
