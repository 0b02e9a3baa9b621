/** The filters of a list as one text and back: what is saved, without the place in the list. */

/** Every filter is a text under its name in the address. */
export type FilterValues = Record<string, string | undefined>;

/** Names in order, so that the same filters are the same text. */
export function writeQuery({ cursor: _cursor, ...filters }: FilterValues): string {
  const given = Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return new URLSearchParams(given.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString();
}

export function readQuery(query: string): FilterValues {
  return Object.fromEntries(new URLSearchParams(query));
}
