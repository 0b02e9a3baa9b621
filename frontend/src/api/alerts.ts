/** Reads alerts, and which pieces of hardware contradict one another. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { AlertPage, Conflicts } from "./types";

export const alertsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["hardware", "alerts"],
    queryFn: ({ signal }): Promise<AlertPage> =>
      body(api.GET("/api/v1/alerts", { params: { query: { limit: 100 } }, signal })),
    refetchInterval: 30_000,
  });

export const conflictsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["hardware", "conflicts"],
    queryFn: ({ signal }): Promise<Conflicts> => body(api.GET("/api/v1/inventory/conflicts", { signal })),
    refetchInterval: 60_000,
  });
