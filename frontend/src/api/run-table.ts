/** Reads the table of runs: any field as a column, in any order, in groups, and as a file. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

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

/** Request to the lab. */
export interface RunTableRequest {
  q?: string;
  columns?: string;
  sort?: string;
  group?: string;
}

/** Number of rows in one page. */
export const RUNS_OF_A_PAGE = 100;
/** Maximum offset of a page: the lab begins no page after this number of runs. */
export const MAX_LISTED_RUNS = 1_000_000;
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
  }): Promise<RunTablePage> => {
    // Rows come first: what sums the groups up takes longest, and is a question of its own.
    const summaries = request.group === undefined ? undefined : false;
    const query = { ...parameters(request), facts: true, summaries, limit: RUNS_OF_A_PAGE, cursor: pageParam };
    return body(api.GET("/api/v1/runs", { params: { query }, signal }));
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: RunTablePage) => last.next_cursor ?? undefined,
  placeholderData: keepPreviousData,
  // A refused request is refused again.
  refetchInterval: ({ state }: { state: { data?: { pages: readonly unknown[] } | undefined } }) =>
    state.data?.pages.length === 1 ? REREAD_MS : (false as const),
});

/** The rows of a table without groups from any place on. They are read again when they are looked at again. */
export const runBlockQuery = (api: Api, request: RunTableRequest, offset: number) =>
  queryOptions({
    queryKey: ["runs", "table", request, offset],
    queryFn: ({ signal }): Promise<RunTablePage> => {
      const query = { ...parameters(request), facts: true, limit: RUNS_OF_A_PAGE, offset };
      return body(api.GET("/api/v1/runs", { params: { query }, signal }));
    },
    staleTime: REREAD_MS,
    retry: false,
  });

/** The groups of a table with what sums them up. */
export const runGroupsQuery = (api: Api, request: RunTableRequest) =>
  queryOptions({
    queryKey: ["runs", "groups", request],
    queryFn: async ({ signal }): Promise<readonly RunGroup[]> => {
      const query = { ...parameters(request), limit: 1 };
      return (await body(api.GET("/api/v1/runs", { params: { query }, signal }))).groups ?? [];
    },
    staleTime: REREAD_MS,
  });

/** Count the runs a query finds; all of them without a query. */
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
