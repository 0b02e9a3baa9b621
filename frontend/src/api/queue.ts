/** Reads the queue of all servers and changes its order. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { Job, Page, QueueItem } from "./types";

export const queueKey = ["queue"] as const;

export const queueQuery = (api: Api) =>
  queryOptions({
    queryKey: queueKey,
    queryFn: ({ signal }): Promise<Page<QueueItem>> =>
      body(api.GET("/api/v1/queue", { params: { query: { limit: 200 } }, signal })),
    refetchInterval: 5_000,
  });

/** Where a waiting job goes: right before another, or right after one. */
export type Place = { move_before: string } | { move_after: string };

export function moveJob(api: Api, ref: string, place: Place): Promise<Job> {
  return body(api.PATCH("/api/v1/jobs/{ref}", { params: { path: { ref } }, body: place }));
}

/** 100 is first, 0 last. */
export function changePriority(api: Api, ref: string, priority: number): Promise<Job> {
  return body(api.PATCH("/api/v1/jobs/{ref}", { params: { path: { ref } }, body: { priority } }));
}
