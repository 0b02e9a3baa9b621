/** Permalinks: options, drafts, publication, and later corrections. */
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, body, idempotencyKey } from "./client";
import type { EndlessListOptions } from "./endless-list";
import type { components } from "./generated/schema";
import { trashRun } from "./run-validity";
import type { ShareFilters } from "./share-filters";
import type { NewShare, Page, Share } from "./types";

type Schemas = components["schemas"];
export type ShareSubject = Schemas["ShareSubject"];
export type AvailableShareOptions = Schemas["AvailableShareOptions"];
export type ShareOptions = Schemas["ShareOptions"];

export type ShareAddress = Schemas["ShareAddress"];
export type ShareCounts = Schemas["ShareCounts"];
type NewAddress = Schemas["ShareAddressCreate"];
type AddressChange = Schemas["ShareAddressUpdate"];

/** A share in the answer that published it, with its address and how to cite it. */
export type PublishedShare = Share & { url: string };

const KEY = ["shares"] as const;
const PAGE = 50;

const queryOf = ({ run, peek: _, ...filters }: ShareFilters) => ({ ...filters, run_id: run });

/** Options of the list that reads its pages as they come into sight. */
export function shareRows(api: Api, filters: ShareFilters): EndlessListOptions<Page<Share>> {
  const query = queryOf(filters);
  return {
    queryKey: [...KEY, "rows", query],
    read: (cursor, signal) =>
      body(api.GET("/api/v1/shares", { params: { query: { ...query, cursor, limit: PAGE } }, signal })),
  };
}

/** Number of permalinks in each state, whichever of them is shown. */
export const shareCountsQuery = (api: Api, { state: _, origin: __, sort: ___, ...filters }: ShareFilters) =>
  queryOptions({
    queryKey: [...KEY, "counts", queryOf(filters)],
    queryFn: async ({ signal }): Promise<ShareCounts> => {
      const query = { ...queryOf(filters), limit: 1 };
      return (await body(api.GET("/api/v1/shares", { params: { query }, signal }))).counts;
    },
    placeholderData: keepPreviousData,
  });

/** The newest permalinks that use a run. */
export const runSharesQuery = (api: Api, run: string) =>
  queryOptions({
    queryKey: [...KEY, "run", run],
    queryFn: ({ signal }): Promise<Page<Share>> =>
      body(api.GET("/api/v1/shares", { params: { query: { run_id: run, limit: PAGE } }, signal })),
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

/** Draw a chart of a subject as SVG, before anything is frozen. */
export const chartPictureQuery = (api: Api, chart: Schemas["ShareChartPicture"]) =>
  queryOptions({
    queryKey: [...KEY, "available-options", "picture", chart],
    queryFn: ({ signal }): Promise<string> =>
      body(api.POST("/api/v1/shares/options/picture", { body: chart, signal, parseAs: "text" })),
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

/** Freeze a draft again, with other words or another choice; its number stays. */
export function replaceDraft(api: Api, ref: string, share: NewShare): Promise<Share> {
  const params = { path: { ref } };
  return body(api.PUT("/api/v1/shares/{ref}", { params, body: { ...share, publish: false } }));
}

/**
 * Publish a draft to readers exactly as it was frozen. `sha256` is the hash of the document that was looked at: another
 * one is refused. `confirmed` accepts that figures of others get its author.
 */
export async function publishShare(
  api: Api,
  ref: string,
  confirmed = false,
  sha256: string | null = null,
): Promise<PublishedShare> {
  const options = { params: { path: { ref } }, body: { confirm_new_author: confirmed, document_sha256: sha256 } };
  return withAddress(await body(api.POST("/api/v1/shares/{ref}/publish", options)));
}

function withAddress({ url, ...share }: Share): PublishedShare {
  if (!url) throw new Error("The lab published a permalink without its address. Open it in the list of permalinks.");
  return { ...share, url };
}

/** Create an address for another audience. */
export function addAddress(api: Api, ref: string, address: NewAddress): Promise<ShareAddress> {
  const headers = { "Idempotency-Key": idempotencyKey() };
  const params = { path: { ref } };
  return body(api.POST("/api/v1/shares/{ref}/addresses", { params, body: address, headers }));
}

export function changeAddress(api: Api, ref: string, number: number, change: AddressChange): Promise<ShareAddress> {
  const params = { path: { ref, number } };
  return body(api.PATCH("/api/v1/shares/{ref}/addresses/{number}", { params, body: change }));
}

/** Withdraw one address for good; its readers see the reason. */
export function withdrawAddress(api: Api, ref: string, number: number, reason: string): Promise<ShareAddress> {
  const params = { path: { ref, number } };
  return body(api.POST("/api/v1/shares/{ref}/addresses/{number}/revoke", { params, body: { reason } }));
}

export async function deleteDraft(api: Api, ref: string): Promise<void> {
  await api.DELETE("/api/v1/shares/{ref}", { params: { path: { ref } } });
}

/** Return the numbers of the runs that came with a received permalink, and that no other permalink uses. */
export function removableRuns({ received }: Pick<Share, "received">): string[] {
  return (received?.runs ?? []).flatMap(({ here, removable }) => (here !== null && removable ? [here] : []));
}

/** Delete the draft of a received permalink, then move the runs that came with it to the trash. */
export async function removeReceived(api: Api, share: Share): Promise<void> {
  await deleteDraft(api, share.number);
  for (const run of removableRuns(share)) await trashRun(api, run, `Removed with ${share.number}`);
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

/** Return the address of the small picture of a share: of its first chart, or of its ratings. */
export function sharePictureAddress(api: Api, ref: string, look: { theme: string; size: "row" | "head" }): string {
  return `${api.baseUrl}/api/v1/shares/${encodeURIComponent(ref)}/picture.svg?${new URLSearchParams(look)}`;
}

/** Read lists and single shares again: versions of one lineage refer to each other. */
export function rereadShares(queryClient: QueryClient): Promise<unknown> {
  const retained = new Set<unknown>(["available-options", "options"]);
  return queryClient.invalidateQueries({ queryKey: KEY, predicate: ({ queryKey }) => !retained.has(queryKey[1]) });
}
