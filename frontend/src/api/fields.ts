/** Reads what may stand in a query over runs. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { QueryCompletion } from "./types";

/** What can replace the text at a caret; the caret counts characters. */
export const completionQuery = (api: Api, q: string, caret: number) =>
  queryOptions({
    queryKey: ["fields", "completion", q, caret],
    queryFn: ({ signal }): Promise<QueryCompletion> =>
      body(api.GET("/api/v1/fields/completions", { params: { query: { q, caret } }, signal })),
    staleTime: 30_000,
  });
