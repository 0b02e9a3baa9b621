/** The parts of a query that must all hold, and values as a query has them. */
import type { Stretch } from "./query-text";

const NAME_ALONE = /^-?[^\W\d_][\w./-]*$/u;
const ORDER_FIRST = /^[<>]/;
const OPERATOR_LAST = /(?::|<=|>=|<|>)$/;
const BARE = /^[^\s()"]+$/;
/** In UTF-16 units, as `slice` counts. */
type Piece = [from: number, to: number];

/** Return the words, conditions and groups at the top of a query; one with OR there is a single part. */
export function splitQuery(text: string): string[] {
  const pieces = piecesOf(text);
  const written = pieces.map(([from, to]) => text.slice(from, to));
  if (written.includes("OR")) return [text.trim()];
  const parts: Piece[] = [];
  let isOpen = false;
  for (const [index, [from, to]] of pieces.entries()) {
    const piece = written[index] ?? "";
    if (piece === "AND") continue;
    const last = parts.at(-1);
    const isRest = last && (isOpen || (ORDER_FIRST.test(piece) && NAME_ALONE.test(text.slice(...last))));
    if (isRest) last[1] = to;
    else parts.push([from, to]);
    isOpen = piece === "NOT" || OPERATOR_LAST.test(piece);
  }
  return parts.map(([from, to]) => text.slice(from, to));
}

/** Cuts a text at its spaces, but for those within quotation marks and parentheses. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let [start, depth, isQuoted] = [-1, 0, false];
  for (let at = 0; at <= text.length; at += 1) {
    const character = text[at] ?? " ";
    const isEnd = at === text.length || (/\s/.test(character) && depth === 0 && !isQuoted);
    if (isEnd) {
      if (start >= 0) pieces.push([start, at]);
      start = -1;
      continue;
    }
    if (start < 0) start = at;
    if (isQuoted && character === "\\") at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === "(") depth += 1;
    else if (!isQuoted && character === ")") depth = Math.max(0, depth - 1);
  }
  return pieces;
}

/** Return a query without one of its parts. */
export function withoutPart(text: string, part: string): string {
  const parts = splitQuery(text);
  const place = parts.indexOf(part);
  return parts.filter((_, index) => index !== place).join(" ");
}

/** Return the part in which a stretch is, in characters; undefined where it is in none. */
export function partAt(text: string, { start }: Stretch): string | undefined {
  const before = [...text].slice(0, start).join("").length;
  let from = 0;
  for (const part of splitQuery(text)) {
    const at = text.indexOf(part, from);
    from = at + part.length;
    if (before < from || (before === from && from === text.length)) return part;
  }
  return undefined;
}

/** Return two queries that must both hold. */
export function bothQueries(a: string, b: string): string {
  const closed = (text: string) =>
    piecesOf(text).some(([from, to]) => text.slice(from, to) === "OR") ? `(${text})` : text;
  return [a, b]
    .filter((text) => text.trim() !== "")
    .map((text, _, all) => (all.length > 1 ? closed(text) : text))
    .join(" ");
}

/** Return a query with conditions that must hold as well, but for those that it has; filters of earlier addresses were such. */
export function withConditions(
  q: string | undefined,
  conditions: readonly (readonly [field: string, value: string | undefined, operator?: string])[],
): string | undefined {
  const existing = splitQuery(q ?? "");
  const others = conditions
    .flatMap(([field, value, operator = ":"]) =>
      value === undefined ? [] : [`${field}${operator}${queryValue(value)}`],
    )
    .filter((condition) => !existing.includes(condition));
  return bothQueries(q ?? "", others.join(" ")) || undefined;
}

/** Return a text as a value of a condition, in quotation marks where it needs them. */
export function queryValue(text: string): string {
  const isBare = BARE.test(text) && !text.includes("..") && text !== "*";
  return isBare ? text : quoted(text);
}

export function quoted(text: string): string {
  const escaped = text.replace(/[\\"]/g, "\\$&");
  return `"${escaped}"`;
}

/** As many words and conditions as one query takes. */
export const MAX_PARTS = 100;

const conditionOf = (number: string): string => `number:${number.replace(/^\D*/, "")}`;

/** Return the query of some runs, `number:1 OR number:2`; a number is known by its end, as in `r-1`. */
export const queryOfRuns = (numbers: readonly string[]): string => numbers.map(conditionOf).join(" OR ");

/** Return a query that does not find some runs. */
export const withoutRuns = (text: string, numbers: readonly string[]): string =>
  bothQueries(text, numbers.map((number) => `-${conditionOf(number)}`).join(" "));
