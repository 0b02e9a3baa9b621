/** Reads the queue of all servers and changes its order. */
import { keepPreviousData, queryOptions, skipToken } from "@tanstack/react-query";
import { type Api, body } from "./client";
import { HORIZONS, type Horizon, overviewKey } from "./overview";
import type { Job, MovePreview, Page, QueueItem, QueueSchedule } from "./types";

export const queueKey = ["queue"] as const;

export const queueQuery = (api: Api) =>
  queryOptions({
    queryKey: queueKey,
    queryFn: ({ signal }): Promise<Page<QueueItem>> =>
      body(api.GET("/api/v1/queue", { params: { query: { limit: 200 } }, signal })),
    refetchInterval: 5_000,
  });

/** Whatever changes the overview changes the schedule. */
export const scheduleKey = [...overviewKey, "schedule"] as const;

/** Every job that is not over, with its times; the timeline begins a little before now without another start. */
export const scheduleQuery = (api: Api, horizon: Horizon = HORIZONS[0], from?: string) =>
  queryOptions({
    queryKey: [...scheduleKey, horizon, from ?? null],
    queryFn: ({ signal }): Promise<QueueSchedule> =>
      body(
        api.GET("/api/v1/queue/schedule", {
          params: { query: { horizon, ...(from === undefined ? {} : { from_at: from }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Where a waiting job goes: right before another, or right after one, and its priority where that has to change. */
export type Place = ({ move_before: string } | { move_after: string } | object) & { priority?: number };

export interface Move {
  job: string;
  place: Place;
}

/** What a move would change; nothing is moved. Without a move nothing is asked. */
export const previewQuery = (api: Api, move: Move | null) =>
  queryOptions({
    queryKey: [...scheduleKey, "preview", move],
    queryFn: move
      ? ({ signal }): Promise<MovePreview> =>
          body(api.GET("/api/v1/queue/preview", { params: { query: { job: move.job, ...move.place } }, signal }))
      : skipToken,
    retry: false,
  });

export function moveJob(api: Api, { job, place }: Move): Promise<Job> {
  return body(api.PATCH("/api/v1/jobs/{ref}", { params: { path: { ref: job } }, body: place }));
}
