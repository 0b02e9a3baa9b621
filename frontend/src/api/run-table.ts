/** Reads the table of runs: any field as a column, in any order, in groups, and as a file. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { joinColumns, splitColumns } from "@/lib/column-text";

import { readerZone } from "@/lib/time-zone";

import { type Api, body } from "./client";
import type { components } from "./generated/schema";

type Schemas = components["schemas"];

/** A column as the lab understood it. */
export type RunColumn = Schemas["RunColumn"];
export type RunRow = Schemas["RunRow"];
export type RunGroup = Schemas["RunGroup"];
export type RunTablePage = Schemas["RunPage"];
export type ColumnSummary = Schemas["NumberSummary"];
export type CellValue = string | number | boolean | null;

/** What the lab is asked for. */
export interface RunTableRequest {
  q?: string;
  columns?: string;
  sort?: string;
  group?: string;
}

/** Facts of the second line of a row. */
const FACTS = ["firmware", "strip"] as const;
const TEXT_FACTS: readonly Fact[] = ["firmware"];
type Fact = (typeof FACTS)[number];
/** Places of these facts among the values of a row. */
export type FactPlaces = Readonly<Partial<Record<Fact, number>>>;
export type ShownPage = RunTablePage & { factsAt: FactPlaces };

const PAGE = 100;
const REREAD_MS = 15_000;

/** Dates of a query are those of the reader. */
function parameters({ q, columns, sort, group }: RunTableRequest) {
  return { q, time_zone: q === undefined ? undefined : readerZone(), columns, sort, group };
}

/** Options of an infinite query. Once more than the first rows are there, they are not read again by themselves. */
export const runTableQuery = (api: Api, request: RunTableRequest) => ({
  queryKey: ["runs", "table", request] as const,
  queryFn: async ({
    pageParam,
    signal,
  }: {
    pageParam: string | undefined;
    signal: AbortSignal;
  }): Promise<ShownPage> => {
    const shown = splitColumns(request.columns);
    // Numbers are summed up for each group, which takes long.
    const facts = request.group === undefined ? FACTS : TEXT_FACTS;
    const columns = joinColumns([...shown, ...facts.filter((fact) => !shown.includes(fact))]);
    const query = { ...parameters({ ...request, columns }), limit: PAGE, cursor: pageParam };
    const page = await body(api.GET("/api/v1/runs", { params: { query }, signal }));
    const places = (page.columns ?? []).map(({ expression }, place) => [expression, place] as const);
    const factsAt: FactPlaces = Object.fromEntries(places.filter(([expression]) => FACTS.includes(expression as Fact)));
    return { ...page, columns: page.columns?.slice(0, shown.length) ?? null, factsAt };
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: RunTablePage) => last.next_cursor ?? undefined,
  placeholderData: keepPreviousData,
  // What was refused is refused again.
  refetchInterval: ({ state }: { state: { data?: { pages: readonly unknown[] } | undefined } }) =>
    state.data?.pages.length === 1 ? REREAD_MS : (false as const),
});

/** How many runs a query finds; all of them without one. */
export const runCountQuery = (api: Api, q: string | undefined) =>
  queryOptions({
    queryKey: ["runs", "count", q ?? ""],
    queryFn: async ({ signal }): Promise<number | null> => {
      const query = { ...parameters({ q }), limit: 1, total: true };
      return (await body(api.GET("/api/v1/runs", { params: { query }, signal }))).total ?? null;
    },
    staleTime: 15_000,
    retry: false,
  });

/** All rows of a table as CSV, with exact numbers in base units. */
export function readRunsAsCsv(api: Api, request: RunTableRequest): Promise<Blob> {
  return body(
    api.GET("/api/v1/runs", {
      params: { query: parameters(request) },
      headers: { Accept: "text/csv" },
      parseAs: "blob",
    }),
  );
}
