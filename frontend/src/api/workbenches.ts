/** Workbenches that an address has no room for: stored by the lab, and never changed. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { StoredWorkbench, WorkbenchDocument } from "./types";

export const storedWorkbenchQuery = (api: Api, digest: string) =>
  queryOptions({
    queryKey: ["workbenches", digest],
    queryFn: ({ signal }): Promise<StoredWorkbench> =>
      body(
        api.GET("/api/v1/workbenches/{digest}", { params: { path: { digest } }, signal }),
      ) as Promise<StoredWorkbench>,
    staleTime: Number.POSITIVE_INFINITY,
  });

export function storeWorkbench(api: Api, document: WorkbenchDocument): Promise<StoredWorkbench> {
  return body(api.POST("/api/v1/workbenches", { body: { document } })) as Promise<StoredWorkbench>;
}
