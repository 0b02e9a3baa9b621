/** Queries to read, save and delete the saved filters of lists. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body, idempotencyKey } from "./client";
import type { NewSavedFilter, Page, SavedFilter } from "./types";

export const savedFiltersKey = (page: string) => ["saved-filters", page] as const;

/** Those of the signed-in person for one page, and those that others share. */
export const savedFiltersQuery = (api: Api, page: string) =>
  queryOptions({
    queryKey: savedFiltersKey(page),
    queryFn: ({ signal }): Promise<Page<SavedFilter>> =>
      body(api.GET("/api/v1/saved-filters", { params: { query: { page, limit: 200 } }, signal })),
    staleTime: 30_000,
  });

export function saveFilter(api: Api, filter: Omit<NewSavedFilter, "shared">): Promise<SavedFilter> {
  return body(
    api.POST("/api/v1/saved-filters", {
      body: { ...filter, shared: false },
      headers: { "Idempotency-Key": idempotencyKey() },
    }),
  );
}

export function shareFilter(api: Api, id: string, shared: boolean): Promise<SavedFilter> {
  return body(
    api.PATCH("/api/v1/saved-filters/{filter_id}", { params: { path: { filter_id: id } }, body: { shared } }),
  );
}

/** Saves another state of the list under the same name. */
export function changeFilter(api: Api, id: string, { query }: Pick<SavedFilter, "query">): Promise<SavedFilter> {
  return body(api.PATCH("/api/v1/saved-filters/{filter_id}", { params: { path: { filter_id: id } }, body: { query } }));
}

export async function deleteFilter(api: Api, id: string): Promise<void> {
  await api.DELETE("/api/v1/saved-filters/{filter_id}", { params: { path: { filter_id: id } } });
}
