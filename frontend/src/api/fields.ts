/** Queries for the fields and values of a query, and for its matches. */
import { queryOptions } from "@tanstack/react-query";
import { quoted } from "@/lib/query-parts";
import { readerZone } from "@/lib/time-zone";
import { type Api, body } from "./client";
import { ENDED_STATES } from "./jobs";
import type { QueryCompletion, QueryField, QueryList, QueryMatches } from "./types";

/** Read the possible replacements for the text at a caret; the caret counts characters. */
export const completionQuery = (api: Api, list: QueryList, q: string, caret: number) =>
  queryOptions({
    queryKey: ["fields", "completion", list, q, caret],
    queryFn: ({ signal }): Promise<QueryCompletion> =>
      body(api.GET("/api/v1/fields/completions", { params: { query: { q, caret, list } }, signal })),
    staleTime: 30_000,
  });

/** Count the rows of a list that a query finds: all of them without a query, null for an unreadable one. */
export const matchCountQuery = (api: Api, list: QueryList, q: string | undefined) =>
  queryOptions({
    queryKey: ["fields", "matches", list, q ?? ""],
    queryFn: async ({ signal }): Promise<number | null> => {
      const query = { q, list, time_zone: readerZone() };
      return (await body(api.GET("/api/v1/fields/matches", { params: { query }, signal }))).items[0]?.count ?? null;
    },
    staleTime: 15_000,
    retry: false,
  });

/** Count the jobs a query finds among those that ended. */
export const endedJobsQuery = (api: Api, q: string) =>
  matchCountQuery(api, "jobs", `(${q}) (${ENDED_STATES.map((state) => `state:${state}`).join(" OR ")})`);

/** The lists that have all fields of a query, with what it finds in each; none for words alone. */
export const matchesQuery = (api: Api, q: string) =>
  queryOptions({
    queryKey: ["fields", "matches", q],
    queryFn: ({ signal }): Promise<QueryMatches> =>
      body(api.GET("/api/v1/fields/matches", { params: { query: { q, time_zone: readerZone() } }, signal })),
    staleTime: 15_000,
    retry: false,
  });

/** Read every field that a query over runs or a column can use. */
export const fieldsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["fields", "all"],
    queryFn: async ({ signal }): Promise<QueryField[]> => (await body(api.GET("/api/v1/fields", { signal }))).items,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Names of workloads that have these words, those of most runs first. */
export const workloadNamesQuery = (api: Api, words: string) => {
  const q = `workload:${quoted(words)}`;
  return queryOptions({
    queryKey: ["fields", "workloads", words],
    queryFn: async ({ signal }): Promise<WorkloadName[]> => {
      const params = { query: { q, caret: [...q].length - 1 } };
      const { proposals } = await body(api.GET("/api/v1/fields/completions", { params, signal }));
      return proposals.map(({ text, count }) => ({ name: unquoted(text), count }));
    },
    staleTime: 30_000,
  });
};

export interface WorkloadName {
  name: string;
  /** Runs that have it. */
  count: number | null;
}

const unquoted = (text: string) => (text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, "$1") : text);
