/** Queries for the health readings of a drive, its life over a period, its runs and the states after them. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { DriveHealth, DriveLife, DriveRun, DriveStateEntry, Page } from "./types";

/** The periods of a life, and how many days each has; `all` is everything that was read. */
export const LIFE_SPANS = { "30d": 30, year: 365, all: undefined } as const;
export type LifeSpan = keyof typeof LIFE_SPANS;

export const driveLifeQuery = (api: Api, ref: string, span: LifeSpan) =>
  queryOptions({
    queryKey: ["hardware", "life", ref, span],
    queryFn: ({ signal }): Promise<DriveLife> =>
      body(
        api.GET("/api/v1/drives/{ref}/life", {
          params: { path: { ref }, query: { days: LIFE_SPANS[span] } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const driveRunsQuery = (api: Api, ref: string, limit: number, cursor?: string) =>
  queryOptions({
    queryKey: ["hardware", "runs", ref, limit, cursor],
    queryFn: ({ signal }): Promise<Page<DriveRun>> =>
      body(api.GET("/api/v1/drives/{ref}/runs", { params: { path: { ref }, query: { cursor, limit } }, signal })),
    placeholderData: keepPreviousData,
  });

export const driveHealthQuery = (api: Api, ref: string, cursor?: string) =>
  queryOptions({
    queryKey: ["hardware", "health", ref, cursor],
    queryFn: ({ signal }): Promise<DriveHealth> =>
      body(api.GET("/api/v1/drives/{ref}/health", { params: { path: { ref }, query: { cursor, limit: 50 } }, signal })),
    placeholderData: keepPreviousData,
  });

export const driveStatesQuery = (api: Api, ref: string, cursor?: string) =>
  queryOptions({
    queryKey: ["hardware", "states", ref, cursor],
    queryFn: ({ signal }): Promise<Page<DriveStateEntry>> =>
      body(api.GET("/api/v1/drives/{ref}/states", { params: { path: { ref }, query: { cursor, limit: 50 } }, signal })),
    placeholderData: keepPreviousData,
  });
