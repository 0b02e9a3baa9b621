/** Searches the whole lab. */
import { keepPreviousData, queryOptions, skipToken } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { SearchAnswer } from "./types";

/**
 * Find everything with all the words of `q`. Without a word nothing is requested, and the last answer remains until the
 * next one.
 */
export const searchQuery = (api: Api, q: string) =>
  queryOptions({
    queryKey: ["search", q],
    queryFn: q
      ? ({ signal }): Promise<SearchAnswer> =>
          body(api.GET("/api/v1/search", { params: { query: { q, limit: 10 } }, signal }))
      : skipToken,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
