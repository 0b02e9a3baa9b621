/** Parts of an address that the lab refuses, as of a view whose field no longer exists: the list is shown without them. */
import { ApiProblem } from "@/api/problem";
import type { RunTableRequest } from "@/api/run-table";
import { joinColumns, splitColumns } from "@/lib/column-text";
import { partAt, withoutPart } from "@/lib/query-parts";
import { CURVE, type ViewSearch } from "./search";

export interface Refusal {
  parameter: Exclude<keyof ViewSearch, "baseline" | "shades" | "cards">;
  /** The column, condition or order that was refused. */
  part: string;
  /** Whole text that contained the part. */
  of: string;
  problem: ApiProblem;
}

/** Return the request to the lab: the address without the refused parts. */
export function requestWithout(
  search: ViewSearch,
  columns: readonly string[],
  refusals: readonly Refusal[],
): RunTableRequest {
  const refused = (parameter: Refusal["parameter"], of: string | undefined) =>
    refusals.filter((one) => one.parameter === parameter && one.of === of).map(({ part }) => part);
  const q = refused("q", search.q).reduce((text, part) => withoutPart(text, part), search.q ?? "");
  const refusedColumns = new Set(refusals.filter(({ parameter }) => parameter === "columns").map(({ part }) => part));
  return {
    q: q || undefined,
    columns: joinColumns(columns.filter((column) => column !== CURVE && !refusedColumns.has(column))) || undefined,
    sort: refused("sort", search.sort).length > 0 ? undefined : search.sort,
    group: refused("group", search.group).length > 0 ? undefined : search.group,
  };
}

/** Return the refusals whose part is still in the address. */
export function presentRefusals(
  search: ViewSearch,
  columns: readonly string[],
  refusals: readonly Refusal[],
): Refusal[] {
  return refusals.filter(({ parameter, part, of }) =>
    parameter === "columns" ? columns.includes(part) : search[parameter] === of,
  );
}

/** Return the address without a refused part; the difference goes with the baseline. */
export function dropRefusal(
  search: ViewSearch,
  columns: readonly string[],
  difference: string | null,
  { parameter, part }: Refusal,
): ViewSearch {
  if (part === difference) return { ...search, baseline: undefined };
  if (parameter === "columns") return { ...search, columns: joinColumns(columns.filter((column) => column !== part)) };
  if (parameter === "q") return { ...search, q: withoutPart(search.q ?? "", part) || undefined };
  return { ...search, [parameter]: undefined };
}

/**
 * Return the refusal of an error, if it is one. A wrong query leaves the present list, because the user may still be
 * typing. Without a list, the wrong part is left out.
 */
export function refusalOf(
  error: unknown,
  search: ViewSearch,
  request: RunTableRequest,
  hasRows: boolean,
): Refusal | null {
  if (!(error instanceof ApiProblem) || !error.query) return null;
  const { parameter } = error.query;
  if (parameter === "q") {
    const part = hasRows ? undefined : partAt(request.q ?? "", error.query);
    return part === undefined ? null : { parameter, part, of: search.q ?? "", problem: error };
  }
  const part = parameter === "columns" ? columnAt(request.columns, error.query.start) : request[parameter];
  return part === undefined ? null : { parameter, part, of: search[parameter] ?? "", problem: error };
}

function columnAt(columns: string | undefined, start: number): string | undefined {
  let end = 0;
  return splitColumns(columns).find((column) => {
    end += [...column].length + 1;
    return start < end;
  });
}

export const isSame = (a: Refusal, b: Refusal) => a.parameter === b.parameter && a.part === b.part && a.of === b.of;
