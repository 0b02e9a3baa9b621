/** Reads what somebody should look at, and which pieces of hardware contradict one another. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, body } from "./client";
import type { Attention, Conflicts } from "./types";

export const attentionQuery = (api: Api) =>
  queryOptions({
    queryKey: ["hardware", "attention"],
    queryFn: ({ signal }): Promise<Attention> =>
      body(api.GET("/api/v1/attention", { params: { query: { limit: 100 } }, signal })),
    refetchInterval: 30_000,
  });

export const conflictsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["hardware", "conflicts"],
    queryFn: ({ signal }): Promise<Conflicts> => body(api.GET("/api/v1/inventory/conflicts", { signal })),
    refetchInterval: 60_000,
  });
