/** Names of consecutive phases: a beginning shared with the phase before is not repeated. */

/**
 * Tokens of a name: words, with letters before a number separate. `QD16` differs from `QD8` by its number, `16KB` from
 * `8KB` as a whole.
 */
const TOKENS = /\d+(?:[.,]\d+)*[A-Za-z%]*|[^\d\s]+|\s+/g;
const SEPARATORS = /^[\s,;:·-]+|[\s,;:·-]+$/g;

const tokensOf = (name: string): string[] => name.match(TOKENS) ?? [];

/** Count the tokens at the beginning that two names share. */
function sharedTokens(one: readonly string[], other: readonly string[]): number {
  const end = one.findIndex((token, index) => token !== other[index]);
  return end < 0 ? one.length : end;
}

const textOf = (tokens: readonly string[]): string => tokens.join("").replace(SEPARATORS, "");

/**
 * Return the shared beginning without its words, only the letters directly before the difference: `QD1` of `Read QD1`.
 */
function lastWordOf(tokens: readonly string[], shared: number): string {
  let from = shared;
  while (from > 0 && !/^\s+$/.test(tokens[from - 1] ?? " ")) from -= 1;
  return textOf(tokens.slice(from));
}

/** Forms of a name, each from the longest to the shortest. */
export interface PhaseForms {
  /** Behind the phase before it. */
  following: readonly string[];
  /** Forms to use while the phase before is out of sight. */
  first: readonly string[];
}

/** The names as they may be written; none is ever cut to what it shares with a neighbour. */
export function phaseForms(names: readonly string[]): PhaseForms[] {
  const tokens = names.map(tokensOf);
  return names.map((name, index) => {
    const own = tokens[index] ?? [];
    // Nothing is dropped from a repeated name, or from one that its neighbour contains completely.
    const sharedWith = (other: readonly string[] | undefined) => {
      const shared = other ? sharedTokens(own, other) : 0;
      return shared < own.length ? shared : 0;
    };
    const [before, next] = [sharedWith(tokens[index - 1]), sharedWith(tokens[index + 1])];
    const shared = next || before;
    const shorter = shared > 0 ? [lastWordOf(own, shared), textOf(own.slice(shared))] : [];
    const first = [...new Set([name, ...shorter].filter(Boolean))];
    const rest = before > 0 ? textOf(own.slice(before)) : "";
    return { first, following: rest ? [rest] : first };
  });
}
