/** Findings: listed, written by hand, rated as a matrix, and those about compared runs. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body, idempotencyKey } from "./client";
import { pageParameters } from "./endless-list";
import type { Finding, FindingMatches, FindingUpdate, NewFinding, Page, RatingMatrix } from "./types";

export const findingsKey = ["findings"] as const;

/** Options of `useEndlessList`. */
export const findingList = (api: Api, q: string | undefined, sort: string | undefined) => ({
  queryKey: [...findingsKey, "list", q, sort],
  read: (cursor: string | undefined, signal: AbortSignal): Promise<Page<Finding>> =>
    body(api.GET("/api/v1/findings", { params: { query: pageParameters({ q, sort, cursor }) }, signal })),
});

export const findingQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: [...findingsKey, "one", ref],
    queryFn: ({ signal }): Promise<Finding> =>
      body(api.GET("/api/v1/findings/{ref}", { params: { path: { ref } }, signal })),
  });

/** Findings of a run: its own, those of its source and those linked to it, in the order of the source. */
export const runFindingsQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: [...findingsKey, "run", ref],
    queryFn: ({ signal }): Promise<Page<Finding>> =>
      body(
        api.GET("/api/v1/runs/{ref}/findings", {
          params: { path: { ref }, query: { limit: 200, sort: "number" } },
          signal,
        }),
      ),
  });

export interface MatrixFilter {
  source?: string;
  level?: string;
  state?: string;
}

export const ratingMatrixQuery = (api: Api, { source, level, state }: MatrixFilter) =>
  queryOptions({
    queryKey: [...findingsKey, "matrix", source, level, state],
    queryFn: ({ signal }): Promise<RatingMatrix> =>
      body(
        api.GET("/api/v1/findings/matrix", {
          params: {
            query: {
              source: source === undefined ? undefined : [source],
              raid_level: level === undefined ? undefined : [level],
              state: state === undefined ? undefined : [state],
            },
          },
          signal,
        }),
      ),
  });

export const findingSourcesQuery = (api: Api) =>
  queryOptions({
    queryKey: [...findingsKey, "sources"],
    queryFn: ({ signal }): Promise<{ title: string; count: number }[]> =>
      body(api.GET("/api/v1/findings/sources", { signal })).then(({ items }) => items),
  });

export const findingMatchesQuery = (api: Api, runs: readonly string[]) =>
  queryOptions({
    queryKey: [...findingsKey, "matches", ...runs],
    queryFn: ({ signal }): Promise<FindingMatches> =>
      body(api.GET("/api/v1/findings/matching", { params: { query: { run_id: [...runs] } }, signal })),
  });

export function writeFinding(api: Api, finding: NewFinding): Promise<Finding> {
  return body(api.POST("/api/v1/findings", { body: finding, headers: { "Idempotency-Key": idempotencyKey() } }));
}

/** Change a finding; omitted fields keep their values. */
export function changeFinding(api: Api, ref: string, changes: FindingUpdate): Promise<Finding> {
  return body(api.PATCH("/api/v1/findings/{ref}", { params: { path: { ref } }, body: changes }));
}

export async function deleteFinding(api: Api, ref: string): Promise<void> {
  await api.DELETE("/api/v1/findings/{ref}", { params: { path: { ref } } });
}

/** All findings of a query as CSV, with the columns that an import reads. */
export function readFindingsAsCsv(api: Api, q: string | undefined): Promise<Blob> {
  return body(
    api.GET("/api/v1/findings", {
      params: { query: { q, sort: "number" } },
      headers: { Accept: "text/csv" },
      parseAs: "blob",
    }),
  );
}
