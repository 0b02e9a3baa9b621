/** Reads what may stand in a query over runs. */
import { queryOptions } from "@tanstack/react-query";
import { quoted } from "@/lib/query-parts";
import { type Api, body } from "./client";
import type { QueryCompletion, QueryField } from "./types";

/** What can replace the text at a caret; the caret counts characters. */
export const completionQuery = (api: Api, q: string, caret: number) =>
  queryOptions({
    queryKey: ["fields", "completion", q, caret],
    queryFn: ({ signal }): Promise<QueryCompletion> =>
      body(api.GET("/api/v1/fields/completions", { params: { query: { q, caret } }, signal })),
    staleTime: 30_000,
  });

/** Everything that can stand in a query or be a column. */
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
