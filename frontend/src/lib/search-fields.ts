/** Search parameters of addresses, as tables. What a table does not understand is dropped, so that an old link still opens. */

export type RawSearch = Readonly<Record<string, unknown>>;

/** Each parameter with the function that reads it, also from the rest of the address. */
type Fields = Readonly<Record<string, (value: unknown, raw: RawSearch) => unknown>>;

type SearchOf<Table extends Fields> = { -readonly [Name in keyof Table]?: ReturnType<Table[Name]> };

/** Return the parser of a table. */
export const parserOf =
  <Table extends Fields>(table: Table) =>
  (raw: RawSearch): SearchOf<Table> =>
    Object.fromEntries(Object.entries(table).map(([name, read]) => [name, read(raw[name], raw)])) as SearchOf<Table>;

/** Return the text: the router reads `?phase=3` as a number and `?q=true` as a boolean, but a page needs the text. */
export function readText(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function readTrue(value: unknown): true | undefined {
  // Saved views hold texts.
  return value === true || value === "true" || undefined;
}

export function readPositive(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : undefined;
}

/** A moment with its zone. */
export function readMoment(value: unknown): string | undefined {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** Return a reader of texts of one form. */
export const textLike = (form: RegExp) => (value: unknown) => {
  const text = readText(value);
  return text !== undefined && form.test(text) ? text : undefined;
};

/** A number, an id or a name of one object. */
export const readReference = textLike(/^[\w-]{1,64}$/);

/** Return a reader of these words. */
export const oneOf =
  <const Word>(words: readonly Word[]) =>
  (value: unknown): Word | undefined =>
    words.find((word) => word === value);
