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
  /** The whole text that it stood in. */
  of: string;
  problem: ApiProblem;
}

/** Return what the lab is asked for: the address without what it refused. */
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

/** Return those that still stand in the address. */
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

/** A wrong query keeps the list that is there: somebody may still be typing it. Without one it loses the part that is wrong. */
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
