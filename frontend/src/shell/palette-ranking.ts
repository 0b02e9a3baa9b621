/** Entries that match the typed text, best first. Pure. */
import type { PaletteEntry, PaletteGroup } from "./palette-entries";

export interface RankedGroup {
  group: PaletteGroup;
  entries: readonly PaletteEntry[];
}

const ORDER: readonly PaletteGroup[] = ["runs", "things", "do"];
export const MAX_PER_GROUP = 8;

/** Return the words of a query in lower case. */
export function wordsOf(q: string): string[] {
  return q.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Return how well an entry matches, 0 where a word is missing: titles count more than other words, beginnings more than middles. */
export function scoreOf({ title, detail, also }: PaletteEntry, words: readonly string[]): number {
  const name = title.toLowerCase();
  const rest = `${detail ?? ""} ${also ?? ""}`.toLowerCase();
  const scores = words.map((word) => scoreOfWord(word, name, rest));
  if (scores.includes(0)) return 0;
  const whole = words.join(" ");
  const exact = name === whole || also?.toLowerCase() === whole ? 40 : name.startsWith(whole) ? 20 : 0;
  return exact + scores.reduce((sum, score) => sum + score, 0) / words.length;
}

function scoreOfWord(word: string, name: string, rest: string): number {
  if (beginsIn(name, word)) return 10;
  if (name.includes(word)) return 6;
  if (beginsIn(rest, word)) return 4;
  return rest.includes(word) ? 2 : 0;
}

function beginsIn(text: string, word: string): boolean {
  const at = text.indexOf(word);
  return at === 0 || (at > 0 && /[^\p{L}\p{N}]/u.test(text[at - 1] ?? ""));
}

/**
 * Return the groups, the one with the best match first, each with its best entries. Hits of the lab are retained even
 * if their text shows no match: they matched by fields that the entry does not have.
 */
export function rank(
  entries: readonly PaletteEntry[],
  q: string,
  isFound: (entry: PaletteEntry) => boolean = () => false,
): RankedGroup[] {
  const words = wordsOf(q);
  const scored = entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) || (isFound(entry) ? 1 : 0) }))
    .filter(({ score }) => score > 0);
  const groups = ORDER.map((group) => {
    const own = scored.filter(({ entry }) => entry.group === group).toSorted((a, b) => b.score - a.score);
    return { group, best: own[0]?.score ?? 0, entries: own.slice(0, MAX_PER_GROUP).map(({ entry }) => entry) };
  });
  return groups.filter(({ best }) => best > 0).toSorted((a, b) => b.best - a.best);
}

export interface Part {
  text: string;
  isMatch: boolean;
}

/** Return a text in parts, with what was typed marked. */
export function markWords(text: string, words: readonly string[]): Part[] {
  if (words.length === 0) return [{ text, isMatch: false }];
  const longestFirst = words.toSorted((a, b) => b.length - a.length).map(escaped);
  return text
    .split(new RegExp(`(${longestFirst.join("|")})`, "iu"))
    .map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
    .filter((part) => part.text !== "");
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
