/** Public page of the lab: its settings, and the place of a permalink on it. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { PublicPageSettings, PublicPageUpdate, Share, ShareUpdate } from "./types";

export const publicPageKey = ["public-page"] as const;

export const publicPageQuery = (api: Api) =>
  queryOptions({
    queryKey: publicPageKey,
    queryFn: ({ signal }): Promise<PublicPageSettings> => body(api.GET("/api/v1/public-page", { signal })),
  });

/** Change the given settings. Administrators only. */
export function changePublicPage(api: Api, change: PublicPageUpdate): Promise<PublicPageSettings> {
  return body(api.PATCH("/api/v1/public-page", { body: change }));
}

/** List a published permalink or take it off the public page, and set or remove its DOI. */
export function changeShare(api: Api, ref: string, change: ShareUpdate): Promise<Share> {
  return body(api.PATCH("/api/v1/shares/{ref}", { params: { path: { ref } }, body: change }));
}
