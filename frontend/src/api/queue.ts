/** Reads the queue of all servers and changes its order. */
import { keepPreviousData, queryOptions, skipToken } from "@tanstack/react-query";
import { readerZone } from "@/lib/time-zone";
import { type Api, body } from "./client";
import type { paths } from "./generated/schema";
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

/** Key of the schedule; any change of the overview also changes it. */
export const scheduleKey = [...overviewKey, "schedule"] as const;

/** Parameters of a request for a part of the schedule. */
export type SchedulePart = NonNullable<paths["/api/v1/queue/schedule"]["get"]["parameters"]["query"]>;

/** A long queue is read in parts of these sizes; the first ones fill a screen. */
export const JOBS_AT_ONCE = 50;
export const LANES_AT_ONCE = 30;

export const schedulePartQuery = (api: Api, part: SchedulePart) =>
  queryOptions({
    queryKey: [...scheduleKey, part],
    queryFn: ({ signal }): Promise<QueueSchedule> =>
      body(api.GET("/api/v1/queue/schedule", { params: { query: part }, signal })),
  });

/** The first lanes and jobs, with the counts of all; the timeline begins a little before now without another start. */
export const scheduleQuery = (api: Api, horizon: Horizon = HORIZONS[0], from?: string) =>
  queryOptions({
    ...schedulePartQuery(api, lanesPart(horizon, from, 0, JOBS_AT_ONCE)),
    placeholderData: keepPreviousData,
  });

export function lanesPart(horizon: Horizon, from: string | undefined, offset: number, jobs = 0): SchedulePart {
  const shown = from === undefined ? { horizon } : { horizon, from_at: from };
  return { ...shown, lane_offset: offset, lane_limit: LANES_AT_ONCE, job_limit: jobs };
}

export const jobsPart = (q: string, offset: number): SchedulePart => ({
  ...(q === "" ? {} : { q, time_zone: readerZone() }),
  job_offset: offset,
  job_limit: JOBS_AT_ONCE,
  lane_limit: 0,
});

/** All jobs of one server. */
export const linePart = (server: string): SchedulePart => ({ server_id: server, lane_limit: 0 });

/** Place of a waiting job: right before or right after another one, and its priority where that has to change. */
export type Place = ({ move_before: string } | { move_after: string } | object) & { priority?: number };

export interface Move {
  job: string;
  place: Place;
}

/** Preview the changes of a move without making it; a null move is not sent. */
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
