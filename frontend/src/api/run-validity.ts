/** Decides about runs that are over: whether they count, and whether they are shown. */
import type { QueryClient } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { Run } from "./types";

export function markInvalid(api: Api, ref: string, reason: string): Promise<Run> {
  return body(
    api.PUT("/api/v1/runs/{ref}/validity", { params: { path: { ref } }, body: { validity: "invalid", reason } }),
  );
}

export function markValid(api: Api, ref: string, reason: string): Promise<Run> {
  return body(
    api.PUT("/api/v1/runs/{ref}/validity", { params: { path: { ref } }, body: { validity: "valid", reason } }),
  );
}

export function trashRun(api: Api, ref: string, reason?: string): Promise<Run> {
  return body(api.DELETE("/api/v1/runs/{ref}", { params: { path: { ref }, query: { reason } } }));
}

export function restoreRun(api: Api, ref: string): Promise<Run> {
  return body(api.POST("/api/v1/runs/{ref}/restore", { params: { path: { ref } } }));
}

/** Read all data of runs again; nearly all of it depends on their validity. */
export function rereadRuns(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries();
}
