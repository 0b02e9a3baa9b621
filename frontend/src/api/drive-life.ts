/** Reads what a drive says about its health, how long it will last, and in which states it was left. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { DriveHealth, DriveStateEntry, Page } from "./types";

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
