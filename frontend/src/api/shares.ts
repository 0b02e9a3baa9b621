/** Permalinks: options, drafts, publication, and later corrections. */
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, body, idempotencyKey } from "./client";
import type { components } from "./generated/schema";
import type { ShareFilters } from "./share-filters";
import type { NewShare, Page, Share } from "./types";

type Schemas = components["schemas"];
export type ShareSubject = Schemas["ShareSubject"];
export type AvailableShareOptions = Schemas["AvailableShareOptions"];
export type ShareOptions = Schemas["ShareOptions"];

/** A share in the one answer that holds its address, with how to cite it. */
export type PublishedShare = Share & { url: string };

const KEY = ["shares"] as const;

export const sharesQuery = (api: Api, { run, ...filters }: ShareFilters) =>
  queryOptions({
    queryKey: [...KEY, "list", { run, ...filters }],
    queryFn: ({ signal }): Promise<Page<Share>> =>
      body(api.GET("/api/v1/shares", { params: { query: { ...filters, run_id: run, limit: 50 } }, signal })),
    placeholderData: keepPreviousData,
  });

export const shareQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: [...KEY, "detail", ref],
    queryFn: ({ signal }): Promise<Share> =>
      body(api.GET("/api/v1/shares/{ref}", { params: { path: { ref } }, signal })),
  });

/** The options that a share was created with. */
export const shareOptionsQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: [...KEY, "options", ref],
    queryFn: ({ signal }): Promise<ShareOptions> =>
      body(api.GET("/api/v1/shares/{ref}/options", { params: { path: { ref } }, signal })),
    // A frozen document never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * Read the charts, hidden fields and models of a subject. They are read once: a form in use must not change by itself.
 */
export const availableOptionsQuery = (api: Api, subject: ShareSubject) =>
  queryOptions({
    queryKey: [...KEY, "available-options", subject],
    queryFn: ({ signal }): Promise<AvailableShareOptions> =>
      body(api.POST("/api/v1/shares/options", { body: subject, signal })),
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
    retry: false,
  });

/** Freeze a draft that no reader can open yet. */
export function freezeDraft(api: Api, share: NewShare, key = idempotencyKey()): Promise<Share> {
  const headers = { "Idempotency-Key": key };
  return body(api.POST("/api/v1/shares", { body: { ...share, publish: false }, headers }));
}

/** Freezes and publishes at once. */
export async function createShare(api: Api, share: NewShare): Promise<PublishedShare> {
  const headers = { "Idempotency-Key": idempotencyKey() };
  return withAddress(await body(api.POST("/api/v1/shares", { body: { ...share, publish: true }, headers })));
}

/** Publish a draft to readers exactly as it was frozen; `confirmed` accepts that figures of others get its author. */
export async function publishShare(api: Api, ref: string, confirmed = false): Promise<PublishedShare> {
  const options = { params: { path: { ref } }, body: { confirm_new_author: confirmed } };
  return withAddress(await body(api.POST("/api/v1/shares/{ref}/publish", options)));
}

function withAddress({ url, ...share }: Share): PublishedShare {
  if (!url) throw new Error("the lab published a share without telling its address");
  return { ...share, url };
}

export async function deleteDraft(api: Api, ref: string): Promise<void> {
  await api.DELETE("/api/v1/shares/{ref}", { params: { path: { ref } } });
}

export function withdrawShare(api: Api, ref: string, reason: string): Promise<Share> {
  return body(api.POST("/api/v1/shares/{ref}/revoke", { params: { path: { ref } }, body: { reason } }));
}

/** Show a correction above a frozen page; null removes it. */
export function correctShare(api: Api, ref: string, correction: string | null): Promise<Share> {
  return body(api.POST("/api/v1/shares/{ref}/correct", { params: { path: { ref } }, body: { correction } }));
}

/** Return the address of the page of a share for signed-in users; a draft has no other. */
export function sharePageAddress(api: Api, ref: string): string {
  return `${api.baseUrl}/api/v1/shares/${encodeURIComponent(ref)}/page`;
}

/** Read lists and single shares again: versions of one lineage refer to each other. */
export function rereadShares(queryClient: QueryClient): Promise<unknown> {
  const retained = new Set<unknown>(["available-options", "options"]);
  return queryClient.invalidateQueries({ queryKey: KEY, predicate: ({ queryKey }) => !retained.has(queryKey[1]) });
}
